//! The texts of lessons and challenges: a small part of Markdown, read into types. Nothing of it is ever taken as HTML.
//!
//! ```text
//! # Title of the lesson
//!
//! ## Title of a step
//!
//! Paragraphs with **bold**, `code`, and {placeholders} that are filled in from the run.
//!
//! ### A question?
//!
//! - an option :: what is said of it to whoever chose it
//! - another option :: what is said of that
//!
//! > What is said in the end, whatever was answered.
//! ```
//!
//! Where a number is asked for, or records are to be clicked, the three items are for an answer that is right, for one
//! that is too small (or leaves a record out) and for one that is too large (or has a record too many).

use super::{Answer, Question};
use crate::cut::cut;
use crate::i18n::Lang;
use crate::run::{Run, Verdict};
use crate::sim::fact::{FactName, RecordId};
use crate::sim::id::{Offset, SourceId, Time};

/// The texts of a lesson, or of all challenges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The title.
    pub title: String,
    /// A part a step (or a challenge).
    pub parts: Vec<Part>,
}

/// The text of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Its title.
    pub title: String,
    /// What is said first, a paragraph each.
    pub body: Vec<Spans>,
    /// Items of a list: the hints of a challenge.
    pub items: Vec<Spans>,
    /// The question; empty if there is none.
    pub question: Spans,
    /// Options and what is said to whoever chose them.
    pub options: Vec<(Spans, Spans)>,
    /// What is said in the end.
    pub closing: Vec<Spans>,
}

/// A line of text.
pub type Spans = Vec<Span>;

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain.
    Plain(String),
    /// Bold.
    Bold(String),
    /// Code.
    Code(String),
    /// To be filled in: what stands between the braces.
    Field(String),
}

/// A piece of a line that is ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Plain.
    Plain(String),
    /// Bold.
    Bold(String),
    /// Code.
    Code(String),
    /// A record, to be drawn as in the picture.
    Record(RecordId),
}

impl Text {
    /// Reads a text.
    ///
    /// # Errors
    /// The number of the line, from 1, that makes no sense.
    pub fn parse(text: &str) -> Result<Text, usize> {
        let mut read = Text::default();
        let mut paragraph = String::new();
        for (index, line) in text.lines().map(str::trim).chain([""]).enumerate() {
            let number = index + 1;
            let is_open = !paragraph.is_empty();
            let (mark, rest) = match line.split_once(' ') {
                Some((mark @ ("#" | "##" | "###" | "-" | ">"), rest)) => (mark, rest),
                _ => ("", line),
            };
            if is_open && (line.is_empty() || !mark.is_empty()) {
                let part = read.parts.last_mut().filter(|part| part.question.is_empty()).ok_or(index)?;
                part.body.push(spans(&paragraph).ok_or(index)?);
                paragraph.clear();
            }
            if mark.is_empty() {
                // Lines of one paragraph are joined; between Chinese characters nothing stands.
                let is_wide = |c: Option<char>| c.is_some_and(|c| c >= '\u{2e80}');
                if is_open && !line.is_empty() && !(is_wide(paragraph.chars().last()) && is_wide(line.chars().next())) {
                    paragraph.push(' ');
                }
                paragraph.push_str(line);
                continue;
            }
            match (mark, read.parts.last_mut()) {
                ("#", None) if read.title.is_empty() => read.title = rest.to_string(),
                ("##", _) => read.parts.push(Part { title: rest.to_string(), ..Part::default() }),
                ("###", Some(part)) if part.question.is_empty() => part.question = spans(rest).ok_or(number)?,
                ("-", Some(part)) => match cut(rest, " :: ") {
                    Some((option, said)) if !part.question.is_empty() => {
                        part.options.push((spans(option).ok_or(number)?, spans(said).ok_or(number)?));
                    }
                    None if part.question.is_empty() => part.items.push(spans(rest).ok_or(number)?),
                    _ => return Err(number),
                },
                (">", Some(part)) => part.closing.push(spans(rest).ok_or(number)?),
                _ => return Err(number),
            }
        }
        Ok(read)
    }
}

/// The pieces of a line; `None` if a mark is opened and not closed.
fn spans(mut text: &str) -> Option<Spans> {
    let mut spans = Spans::new();
    while !text.is_empty() {
        let next = text.find(['*', '`', '{']).unwrap_or(text.len());
        let (plain, rest) = text.split_at(next);
        if !plain.is_empty() {
            spans.push(Span::Plain(plain.to_string()));
        }
        let (open, close, make): (&str, &str, fn(String) -> Span) = match rest.chars().next() {
            None => break,
            Some('*') => ("**", "**", Span::Bold),
            Some('`') => ("`", "`", Span::Code),
            _ => ("{", "}", Span::Field),
        };
        let (within, after) = rest.strip_prefix(open)?.split_once(close)?;
        spans.push(make(within.to_string()));
        text = after;
    }
    Some(spans)
}

/// What fills in the placeholders of a step.
#[derive(Clone, Copy)]
pub struct Fill<'a> {
    /// The runs, one a lane.
    pub runs: &'a [Run],
    /// The moment that is spoken of.
    pub at: Time,
    /// The answer to the step's question.
    pub answer: Option<Answer>,
    /// The option that is spoken of.
    pub option: Option<Answer>,
    /// The language.
    pub lang: Lang,
}

impl Fill<'_> {
    /// A line with its placeholders filled in. `Err` with the first one that the run has nothing for.
    ///
    /// # Errors
    /// The placeholder.
    pub fn line<'s>(&self, spans: &'s [Span]) -> Result<Vec<Piece>, &'s str> {
        let mut pieces = Vec::new();
        for span in spans {
            match span {
                Span::Plain(text) => pieces.push(Piece::Plain(text.clone())),
                Span::Bold(text) => pieces.push(Piece::Bold(text.clone())),
                Span::Code(text) => pieces.push(Piece::Code(text.clone())),
                Span::Field(name) => pieces.extend(self.field(name).ok_or(name.as_str())?),
            }
        }
        Ok(pieces)
    }

    fn field(&self, name: &str) -> Option<Vec<Piece>> {
        let words: Vec<&str> = name.split(' ').collect();
        let answer = match words.as_slice() {
            ["answer"] => self.answer?,
            ["option"] => self.option?,
            ["now"] => Answer::Seconds(self.at),
            ["record", record] => return Some(vec![Piece::Record(self.record(record)?)]),
            words => Question::parse(words)?.answer(self.runs, self.at)?,
        };
        self.say(answer)
    }

    /// The record of an offset (`2`), or of a source and an offset (`B2`).
    fn record(&self, name: &str) -> Option<RecordId> {
        let plan = &self.runs.first()?.plan;
        let split = name.find(|c: char| c.is_ascii_digit())?;
        let source = plan.source_names.iter().position(|source| *source == name[..split])?;
        let offset: u32 = name[split..].parse().ok()?;
        let exists = (offset as usize) < plan.logs[source].len();
        exists.then_some(RecordId { source: SourceId(source as u32), offset: Offset(offset) })
    }

    fn say(&self, answer: Answer) -> Option<Vec<Piece>> {
        let words = self.lang.words();
        let text = match answer {
            Answer::Yes(yes) => if yes { words.yes } else { words.no }.to_string(),
            Answer::Number(number) => number.to_string(),
            Answer::Seconds(time) => time.to_string(),
            Answer::Verdict(verdict) => match verdict {
                Verdict::ExactlyOnce => words.v_once,
                Verdict::Duplicates => words.v_twice,
                Verdict::Loss => words.v_lost,
                Verdict::DuplicatesAndLoss => words.v_twice_lost,
                Verdict::Differs => words.v_differs,
            }
            .to_string(),
            Answer::Records(0) => words.none.to_string(),
            Answer::Records(mask) => {
                let records = super::records_of(&self.runs.first()?.plan).take(64).enumerate();
                return Some(records.filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, r)| Piece::Record(r)).collect());
            }
            // Never spelled out in a text: options have words of their own.
            Answer::Lanes(_) | Answer::State(_) | Answer::Fact(_) => return None,
        };
        Some(vec![Piece::Plain(text)])
    }
}

/// A number in a placeholder. One copy of the parser is enough.
#[inline(never)]
fn number(word: &str) -> Option<u8> {
    word.parse().ok()
}

impl<'a> Question<'a> {
    /// The question that a placeholder stands for, as `visible 3` or `at crashed 0`.
    #[must_use]
    pub fn parse(words: &[&'a str]) -> Option<Question<'a>> {
        Some(match *words {
            ["verdict", lane] => Question::Verdict(number(lane)?),
            ["copies", lane, record] => Question::Copies(number(lane)?, number(record)?),
            ["twice", lane] => Question::Twice(number(lane)?),
            ["lost", lane] => Question::Lost(number(lane)?),
            ["again", lane] => Question::Again(number(lane)?),
            ["reads", record] => Question::Reads(number(record)?),
            ["restored", attempt] => Question::Restored(number(attempt)?),
            ["offset", attempt] => Question::Offset(number(attempt)?),
            ["state", attempt, key] => Question::State(number(attempt)?, key),
            ["counted", key] => Question::Counted(key),
            ["visible", lane] => Question::Visible(number(lane)?),
            ["value", lane, row] => Question::Value(number(lane)?, row),
            ["fell", lane] => Question::Fell(number(lane)?),
            ["rows", lane] => Question::Rows(number(lane)?),
            ["latency", lane] => Question::Latency(number(lane)?),
            ["at", fact, lane] => Question::At(number(lane)?, FactName::parse(fact)?),
            ["count", fact, lane] => Question::Count(number(lane)?, FactName::parse(fact)?),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_into_its_parts() {
        let text = "# T\n\n## One\n\nA **b** and\n`c`: {visible 3}.\n\nMore.\n\n### Why?\n\n- x :: because\n- y {at crashed 0} :: no\n\n> End.\n\n## Two\n\n- hint\n";
        let read = Text::parse(text).expect("a text");
        assert_eq!((read.title.as_str(), read.parts.len()), ("T", 2));
        let one = &read.parts[0];
        assert_eq!((one.body.len(), one.options.len(), one.closing.len()), (2, 2, 1));
        let plain = |text: &str| Span::Plain(text.to_string());
        let field = Span::Field("visible 3".to_string());
        let wanted = [
            plain("A "),
            Span::Bold("b".into()),
            plain(" and "),
            Span::Code("c".into()),
            plain(": "),
            field,
            plain("."),
        ];
        assert_eq!(one.body[0], wanted);
        assert_eq!(read.parts[1].items, [vec![plain("hint")]]);
    }

    #[test]
    fn lines_of_a_paragraph_are_joined_and_chinese_ones_without_a_space() {
        let read = Text::parse("# T\n## O\none\ntwo\n\n第一\n第二").expect("a text");
        let line = |index: usize| read.parts[0].body[index].clone();
        assert_eq!(line(0), [Span::Plain("one two".into())]);
        assert_eq!(line(1), [Span::Plain("第一第二".into())]);
    }

    #[test]
    fn what_makes_no_sense_is_told_by_its_line() {
        for (text, line) in [
            ("# T\n# U", 2),
            ("# T\n\nlost", 3),
            ("# T\n## O\n**open", 3),
            ("# T\n## O\n### Q\n- no explanation", 4),
            ("# T\n## O\n### Q\n### R", 4),
            ("- first", 1),
        ] {
            assert_eq!(Text::parse(text), Err(line), "{text}");
        }
    }

    #[test]
    fn tags_stay_text() {
        let read = Text::parse("# T\n## O\n<img src=x onerror=alert(1)>").expect("a text");
        assert_eq!(read.parts[0].body[0], [Span::Plain("<img src=x onerror=alert(1)>".into())]);
    }
}
