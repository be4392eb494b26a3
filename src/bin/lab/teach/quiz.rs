//! `lab teach quiz`: the lessons' questions on paper. Right answers are computed from the runs.

use super::QuizArgs;
use exactly_once_lab::app::share::Link;
use exactly_once_lab::i18n::words::preset_title;
use exactly_once_lab::i18n::Lang;
use exactly_once_lab::lesson::text::{Fill, Part, Piece, Span, Text};
use exactly_once_lab::lesson::{records_of, Answer, Ask, Form, Lesson, Step, LESSONS};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::fact::RecordId;
use exactly_once_lab::sim::id::Time;
use exactly_once_lab::sim::plan::Plan;
use std::path::Path;

/// A longer link is of no use on paper.
const MAX_LINK_BYTES: usize = 100;

struct Words {
    title: &'static str,
    key_title: &'static str,
    intro: &'static str,
    key_intro: &'static str,
    scene: &'static str,
    changed: &'static str,
    comma: &'static str,
    second: &'static str,
    number: &'static str,
    records: &'static str,
    answer: &'static str,
    see: &'static str,
    none: &'static str,
}

const EN: Words = Words {
    title: "Quiz",
    key_title: "Key to the quiz",
    intro: "Name: ______________________\n\nSay what will happen before you look. Records are named by key and time: a5 is the \
            record of key a that came at second 5. Lanes count from the top. Where a question says click, mark the boxes.",
    key_intro: "Made by `lab teach quiz --key`: every answer is computed from the run. Behind the page's address, a link \
                opens the moment at which the answer is to be seen.",
    scene: "Scenario: ",
    changed: " (changed)",
    comma: ", ",
    second: "second",
    number: "Answer: ________",
    records: "Mark them: ",
    answer: "Answer: ",
    see: "To see: ",
    none: "none",
};

const ZH: Words = Words {
    title: "测验",
    key_title: "测验答案",
    intro: "姓名：______________________\n\n先说出会发生什么，再去看。记录用键和时间称呼：a5 是键为 a、第 5 秒到来的记录。行从上往下数。题目里说点选的，就在方框里打勾。",
    key_intro: "由 `lab teach quiz --lang zh --key` 生成：每个答案都由运行算出。链接接在页面地址后面，打开就是能看到答案的时刻。",
    scene: "场景：",
    changed: "（有改动）",
    comma: "，",
    second: "秒",
    number: "答：________",
    records: "请勾选：",
    answer: "答案：",
    see: "到这里看：",
    none: "无",
};

/// The quiz, or its key.
pub fn quiz(args: &QuizArgs) -> Result<String, String> {
    let lang = args.lang.lang();
    if let Some(id) = args.lesson.as_deref().filter(|id| Lesson::find(id).is_none()) {
        let ids: Vec<&str> = LESSONS.iter().map(|lesson| lesson.id).collect();
        return Err(format!("--lesson: there is no lesson {id}; there are {}", ids.join(", ")));
    }
    let mut sheet =
        Sheet { lang, words: if lang == Lang::En { &EN } else { &ZH }, key: args.key, number: 0, out: String::new() };
    sheet.head();
    for lesson in LESSONS.iter().filter(|lesson| args.lesson.as_deref().is_none_or(|id| id == lesson.id)) {
        let text = text(&args.texts.join(lang.code()).join(lesson.id).with_extension("md"))?;
        sheet.lesson(lesson, &text).map_err(|error| format!("{}: {error}", lesson.id))?;
    }
    Ok(sheet.out)
}

fn text(path: &Path) -> Result<Text, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Text::parse(&text).map_err(|line| format!("{}: line {line} makes no sense", path.display()))
}

struct Sheet {
    lang: Lang,
    words: &'static Words,
    key: bool,
    number: usize,
    out: String,
}

/// One question with what belongs to it.
struct Item<'a> {
    lesson: &'a Lesson,
    step: &'a Step,
    ask: &'a Ask,
    part: &'a Part,
    runs: &'a [Run],
}

impl Sheet {
    fn line(&mut self, line: &str) {
        self.out += line;
        self.out += "\n\n";
    }

    fn head(&mut self) {
        let words = self.words;
        let (title, intro) = if self.key { (words.key_title, words.key_intro) } else { (words.title, words.intro) };
        self.line(&format!("# {title}"));
        self.line(intro);
    }

    fn lesson(&mut self, lesson: &Lesson, text: &Text) -> Result<(), String> {
        if lesson.steps.iter().all(|step| step.ask.is_none()) {
            return Ok(());
        }
        self.line(&format!("## {}", text.title));
        let runs: Vec<Vec<Run>> = lesson.scenes.iter().map(|scene| Run::lanes(&scene.scenario())).collect();
        for (index, step) in lesson.steps.iter().enumerate() {
            let Some(ask) = &step.ask else { continue };
            let part = text.parts.get(index).ok_or_else(|| format!("its text has no part {}", index + 1))?;
            let item = Item { lesson, step, ask, part, runs: &runs[usize::from(step.scene)] };
            self.number += 1;
            self.item(&item).map_err(|error| format!("part {}: {error}", index + 1))?;
        }
        Ok(())
    }

    fn item(&mut self, item: &Item) -> Result<(), String> {
        let answer = item.ask.answer(item.runs).ok_or("the run has no answer")?;
        let before = self.fill(item, item.step.moment(item.runs), None);
        let after = self.fill(item, item.ask.moment(item.runs), Some(answer));
        let question = said(&before, &item.part.question)?;
        let head = format!("**{}. {question}**", self.number);
        if self.key {
            self.line(&head);
            self.solution(item, answer, &after)
        } else {
            self.scene(item);
            for paragraph in &item.part.body {
                let paragraph = said(&before, paragraph)?;
                self.line(&paragraph);
            }
            self.line(&head);
            self.options(item, &before)
        }
    }

    fn fill<'a>(&self, item: &Item<'a>, at: Time, answer: Option<Answer>) -> Fill<'a> {
        Fill { runs: item.runs, at, answer, option: answer, lang: self.lang }
    }

    /// Which scenario it is about, and when.
    fn scene(&mut self, item: &Item) {
        let (words, scene) = (self.words, &item.lesson.scenes[usize::from(item.step.scene)]);
        let at = item.step.moment(item.runs);
        let title = preset_title(self.lang.words(), scene.preset);
        let changed = if scene.with.is_empty() { String::new() } else { words.changed.to_string() };
        let when = match self.lang {
            Lang::En => format!("{} {at}", words.second),
            Lang::Zh => format!("第 {at} {}", words.second),
        };
        self.line(&format!("{}*{title}*{changed}{}{when}", words.scene, words.comma));
    }

    fn options(&mut self, item: &Item, fill: &Fill) -> Result<(), String> {
        match item.ask.form {
            Form::Choice(typed) => {
                for ((letter, (option, _)), typed) in ('A'..).zip(&item.part.options).zip(typed) {
                    let fill = Fill { option: Some(*typed), ..*fill };
                    self.out += &format!("- [ ] {letter}. {}\n", said(&fill, option)?);
                }
                self.out += "\n";
            }
            Form::Number => self.line(self.words.number),
            Form::Records => {
                let plan = &item.runs[0].plan;
                let boxes: Vec<String> = records_of(plan).map(|record| format!("☐ {}", name(plan, record))).collect();
                self.line(&format!("{}{}", self.words.records, boxes.join("  ")));
            }
        }
        Ok(())
    }

    /// The right answer and what is said of it.
    fn solution(&mut self, item: &Item, answer: Answer, fill: &Fill) -> Result<(), String> {
        let words = self.words;
        // The right option is the answer.
        let fill = &Fill { option: Some(answer), ..*fill };
        let (right, said_of_it) = match (item.ask.form, answer) {
            (Form::Choice(options), answer) => {
                let index = options.iter().position(|option| *option == answer).ok_or("no option is right")?;
                let (option, explanation) = item.part.options.get(index).ok_or("an option has no text")?;
                let letter = ('A'..).nth(index).unwrap_or('?');
                (format!("{letter}. {}", said(fill, option)?), explanation)
            }
            (_, Answer::Number(number)) => (number.to_string(), explanation_of_right(item.part)?),
            (_, Answer::Records(mask)) => (names(&item.runs[0].plan, mask, words), explanation_of_right(item.part)?),
            _ => return Err("an answer of a kind that is not asked for".into()),
        };
        self.line(&format!("{}**{right}**", words.answer));
        let explanation = said(fill, said_of_it)?;
        self.line(&explanation);
        for line in &item.part.closing {
            let line = said(fill, line)?;
            self.line(&line);
        }
        let link = Link {
            preset: Some(item.lesson.scenes[usize::from(item.step.scene)].preset),
            at: Some(item.ask.moment(item.runs)),
            lang: Some(self.lang),
            ..Link::to(item.lesson.scenario(item.step))
        };
        let link = link.to_text();
        if link.len() <= MAX_LINK_BYTES {
            self.line(&format!("{}`#{link}`", words.see));
        }
        Ok(())
    }
}

/// Where a number is asked for, or records, the first explanation is for whoever is right.
fn explanation_of_right(part: &Part) -> Result<&Vec<Span>, String> {
    part.options.first().map(|(_, said)| said).ok_or_else(|| "no explanation".to_string())
}

/// A line in Markdown.
fn said(fill: &Fill, line: &[Span]) -> Result<String, String> {
    let plan = &fill.runs[0].plan;
    let pieces = fill.line(line).map_err(|field| format!("the run has nothing for {{{field}}}"))?;
    let mut out = String::new();
    let mut is_after_record = false;
    for piece in &pieces {
        let is_record = matches!(piece, Piece::Record(_));
        if is_record && is_after_record {
            out += ", ";
        }
        is_after_record = is_record;
        match piece {
            Piece::Plain(text) => out += text,
            Piece::Bold(text) => out += &format!("**{text}**"),
            Piece::Code(text) => out += &format!("`{text}`"),
            Piece::Record(record) => out += &name(plan, *record),
        }
    }
    Ok(out)
}

fn name(plan: &Plan, record: RecordId) -> String {
    let planned = plan.record(record.source, record.offset);
    format!("{}{}", plan.keys[planned.key.index()], planned.t)
}

fn names(plan: &Plan, mask: u64, words: &Words) -> String {
    let chosen = records_of(plan).take(64).enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
    let names: Vec<String> = chosen.map(|(_, record)| name(plan, record)).collect();
    if names.is_empty() {
        words.none.to_string()
    } else {
        names.join(", ")
    }
}
