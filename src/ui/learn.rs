//! Beside the picture: lessons and challenges. The texts are loaded when they are needed.

use super::el::{el, several, text, when, El};
use super::leaf::leaf;
use super::more::failed;
use super::token::token;
use super::{icons, send, words, Send};
use crate::app::learn::{Learn, LearnMsg, Open};
use crate::app::model::{Model, Side};
use crate::app::update::Msg;
use crate::i18n::{pair, Words};
use crate::lesson::challenge::{cost, Challenge, Goal, State, CHALLENGES};
use crate::lesson::text::{Fill, Part, Piece, Span, Text};
use crate::lesson::{records_of, Answer, Ask, Form, Given, LESSONS};
use crate::run::Run;
use crate::scene::Token;
use crate::sim::fact::RecordId;
use percent_encoding::{utf8_percent_encode, NON_ALPHANUMERIC};
use wasm_bindgen::JsCast;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// What is open: the list, a step of a lesson, or a challenge.
pub fn learn(model: &Model, to: &Send) -> Html {
    let (words, learn) = (words(model), &model.learn);
    let body = match (learn.open, learn.part(model.lang)) {
        (_, Err(_)) => failed(words, to, Msg::Learn(LearnMsg::Retry)),
        (Open::List, _) => list(model, to),
        (_, Ok(None)) => leaf("p", "note", words.loading),
        (Open::Step(..), Ok(Some(part))) => step(model, to, &part),
        (Open::Challenge(index), Ok(Some(part))) => challenge(model, to, index, &part),
    };
    // From step to step it is the same text to whoever has it read out.
    let key = match learn.open {
        Open::List => 0,
        Open::Step(..) => 1,
        Open::Challenge(..) => 2,
    };
    el("div", "learn").key(key).child(body).done()
}

/// The way in, in the page's head: for whoever is here for the first time right into the first lesson.
pub fn way_in(model: &Model, to: &Send) -> Html {
    let words = words(model);
    if model.learn.progress.is_empty() && model.learn.open == Open::List {
        // The whole of it where there is room.
        return button("btn start way-in", "", to, LearnMsg::Open(Open::Step(0, 0)))
            .child(leaf("span", "wide", words.learn_start))
            .child(leaf("span", "brief", words.learn))
            .done();
    }
    let button =
        el("button", "btn ghost way-in").attr("aria-pressed", if model.side == Side::Learn { "true" } else { "false" });
    button.click(send(to, Msg::Beside(Side::Learn))).text(words.learn).done()
}

fn start(words: &Words, to: &Send) -> Html {
    button("btn start", words.learn_start, to, LearnMsg::Open(Open::Step(0, 0))).done()
}

fn button(class: &'static str, name: &'static str, to: &Send, msg: LearnMsg) -> El {
    el("button", class).click(send(to, Msg::Learn(msg))).text(name)
}

fn list(model: &Model, to: &Send) -> Html {
    let (words, learn) = (words(model), &model.learn);
    let progress = &learn.progress;
    let text_of = |name: &str| learn.text(model.lang, name).ok().flatten();
    let (index, challenges) = (text_of("index"), text_of("challenges"));
    let item = |text: &Option<std::rc::Rc<Text>>, place: usize, open: Open, done: Html| {
        let part = text.as_ref().and_then(|text| text.parts.get(place));
        // A line is shown beside the lessons; what a challenge asks is read when it is opened.
        let line = part.filter(|part| part.items.is_empty()).and_then(|part| part.body.first());
        let title = part.map(|part| part.title.clone()).unwrap_or_default();
        let button = el("button", "").click(send(to, Msg::Learn(LearnMsg::Open(open))));
        let button = button.child(leaf("b", "", title)).child(done);
        let button = button.maybe(line.and_then(|line| match line.first() {
            Some(Span::Plain(line)) => Some(leaf("small", "", line.clone())),
            _ => None,
        }));
        el("li", "").child(button).done()
    };
    let lessons = LESSONS.iter().enumerate().map(|(place, lesson)| {
        let done = progress.steps_done(place);
        let said = if done > 0 { format!("{done}/{}", lesson.steps.len()) } else { String::new() };
        item(&index, place, Open::Step(place, 0), leaf("span", "done", said))
    });
    let breaks = (0..CHALLENGES.len()).map(|place| {
        let won = if progress.has_won(place) { icons::tick() } else { Html::default() };
        item(&challenges, place, Open::Challenge(place), won)
    });
    several([
        if progress.is_empty() { start(words, to) } else { go_on(words, learn, index.as_deref(), to) },
        leaf("h2", "", words.learn_lessons),
        el("ul", "lessons").children(lessons).done(),
        leaf("h2", "", words.learn_challenges),
        el("ul", "lessons").children(breaks).done(),
        if progress.is_empty() { Html::default() } else { kept(words, learn, to) },
    ])
}

/// The way on: the first lesson that is not done, at its first step that is not.
fn go_on(words: &Words, learn: &Learn, index: Option<&Text>, to: &Send) -> Html {
    let is_open = |place: &usize| learn.progress.steps_done(*place) < LESSONS[*place].steps.len();
    let Some(place) = (0..LESSONS.len()).find(is_open) else { return Html::default() };
    let Some(part) = index.and_then(|text| text.parts.get(place)) else { return Html::default() };
    let step = learn.progress.first_open(place);
    button("btn start", "", to, LearnMsg::Open(Open::Step(place, step)))
        .text(pair(words.learn_go_on, &part.title))
        .done()
}

/// What was done so far: to be saved as a file, or to be forgotten.
fn kept(words: &Words, learn: &Learn, to: &Send) -> Html {
    let (right, all) = learn.progress.answers();
    let text = learn.progress.to_text();
    let file = format!("data:text/plain;charset=utf-8,{}", utf8_percent_encode(&text, NON_ALPHANUMERIC));
    let save = el("a", "link").attr("download", "exactly-once-lab-progress.txt").attr("href", file);
    el("p", "note")
        .text(pair(words.learn_progress, format_args!("{right}/{all}")))
        .child(el("br", ""))
        .child(save.text(words.learn_export))
        .child(button("link", words.learn_forget, to, LearnMsg::Forget))
        .done()
}

/// A line of text with records drawn as in the picture.
fn line(fill: &Fill, spans: &[Span]) -> Html {
    let pieces = fill.line(spans).unwrap_or_default().into_iter().map(|piece| match piece {
        Piece::Plain(plain) => text(plain),
        Piece::Bold(bold) => leaf("b", "", bold),
        Piece::Code(code) => leaf("code", "", code),
        Piece::Record(record) => {
            fill.runs.first().map_or_else(Html::default, |run| token(&Token::new(&run.plan, record, false)))
        }
    });
    several(pieces)
}

fn paragraphs<'a>(fill: &'a Fill, lines: &'a [Vec<Span>]) -> impl Iterator<Item = Html> + 'a {
    lines.iter().map(|spans| el("p", "").child(line(fill, spans)).done())
}

/// The way back to the list, and where one is.
fn head(words: &Words, to: &Send, title: String, place: String) -> Html {
    let back = el("button", "btn ghost")
        .attr("aria-label", words.learn_all)
        .attr("title", words.learn_all)
        .click(send(to, Msg::Learn(LearnMsg::Open(Open::List))))
        .child(icons::back());
    el("div", "learn-head").child(back).child(leaf("b", "", title)).child(leaf("small", "", place)).done()
}

fn step(model: &Model, to: &Send, part: &Part) -> Html {
    let words = words(model);
    let (Open::Step(place, number), Some((lesson, step)), Some(computed)) =
        (model.learn.open, model.learn.step(), model.step_runs())
    else {
        return Html::default();
    };
    let title = model.learn.text(model.lang, lesson.id).ok().flatten().map(|text| text.title.clone());
    let steps = lesson.steps.len();
    let before = model.fill(&computed, false);
    let asked = step.ask.map(|ask| question(model, to, part, &ask, &before, &model.fill(&computed, true)));
    let away = model.is_away().then(|| button("btn", words.learn_return, to, LearnMsg::Return).done());
    // Whoever does not want to answer goes on all the same, but that is not what stands out.
    let is_open = model.learn.asks().is_some();
    let is_last = number + 1 == steps;
    let left = if is_last { model.learn.progress.questions_left(place) } else { 0 };
    let next = button(
        if is_open { "btn" } else { "btn play" },
        if is_last { words.learn_done } else { words.learn_next },
        to,
        LearnMsg::Go(true),
    );
    let back = button("btn", words.learn_back, to, LearnMsg::Go(false)).flag("disabled", number == 0);
    several([
        head(words, to, title.unwrap_or_default(), format!("{}/{steps}", number + 1)),
        el("progress", "")
            .attr("aria-label", words.learn_step)
            .attr("max", steps.to_string())
            .attr("value", (number + 1).to_string())
            .done(),
        el("div", "learn-text")
            .attr("aria-live", "polite")
            .child(leaf("h3", "", part.title.clone()))
            .children(paragraphs(&before, &part.body))
            .done(),
        asked.unwrap_or_default(),
        if left > 0 { leaf("p", "note", pair(words.learn_left, left)) } else { Html::default() },
        el("div", "learn-nav").child(back).child(next).maybe(away).done(),
    ])
}

fn question(model: &Model, to: &Send, part: &Part, ask: &Ask, before: &Fill, after: &Fill) -> Html {
    let words = words(model);
    let judged = model.judged();
    let runs = before.runs;
    let body = match ask.form {
        Form::Choice(options) => choice(to, part, options, before, after.answer, model.learn.given),
        Form::Number => number(words, to, &model.learn, after.answer),
        Form::Records => records(words, to, &model.learn, runs, after.answer),
    };
    let said = judged.map(|judged| {
        let (class, word) = if judged.is_right { ("right", words.learn_right) } else { ("missed", words.learn_wrong) };
        let options = if let Form::Choice(options) = ask.form { options } else { &[] };
        let spoken_of = Fill { option: options.get(judged.explanation).copied(), ..*after };
        let explained = part.options.get(judged.explanation).map(|(_, said)| line(&spoken_of, said));
        el("div", "said")
            .child(el("p", class).child(leaf("b", "", word)).text(" ").maybe(explained))
            .children(paragraphs(after, &part.closing))
            .done()
    });
    el("div", "ask")
        .child(el("h4", "").child(line(before, &part.question)))
        .child(body)
        .child(el("div", "").attr("role", "status").maybe(said))
        .done()
}

fn choice(
    to: &Send,
    part: &Part,
    options: &'static [Answer],
    before: &Fill,
    right: Option<Answer>,
    given: Option<Given>,
) -> Html {
    let option = |(index, option): (usize, &Answer)| {
        let label = part.options.get(index).map(|(label, _)| line(&Fill { option: Some(*option), ..*before }, label));
        let is_right = given.is_some() && right == Some(*option);
        let is_chosen = given == Some(Given::Choice(index));
        let sign = match (is_right, is_chosen) {
            (true, _) => Some(icons::tick()),
            (false, true) => Some(icons::close()),
            _ => None,
        };
        el("button", "btn option")
            .also(is_right, "is-right")
            .also(is_chosen && !is_right, "is-wrong")
            .flag("disabled", given.is_some())
            .attr_if(is_chosen, "aria-pressed", "true")
            .click(send(to, Msg::Learn(LearnMsg::Answer(Given::Choice(index)))))
            .child(el("span", "").maybe(label))
            .maybe(sign)
            .done()
    };
    el("div", "options").children(options.iter().enumerate().map(option)).done()
}

/// A number is entered; the answer is given by the button or by the enter key.
fn number(words: &Words, to: &Send, learn: &Learn, right: Option<Answer>) -> Html {
    let entered = learn.entered.trim().parse::<u32>().ok();
    let typed = {
        let to = to.clone();
        Callback::from(move |event: Event| {
            let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
            if let Some(input) = input {
                to.emit(Msg::Learn(LearnMsg::Enter(input.value())));
            }
        })
    };
    let submitted = {
        let to = to.clone();
        Callback::from(move |event: Event| {
            event.prevent_default();
            if let Some(number) = entered {
                to.emit(Msg::Learn(LearnMsg::Answer(Given::Number(number))));
            }
        })
    };
    let is_done = learn.given.is_some();
    let input = el("input", "btn")
        .attr("inputmode", "numeric")
        .attr("aria-label", words.learn_number)
        .attr("autocomplete", "off")
        .flag("disabled", is_done)
        .value(learn.entered.clone())
        .on(ListenerKind::oninput, typed);
    let check = el("button", "btn play").attr("type", "submit").flag("disabled", is_done || entered.is_none());
    let answer = match right.filter(|_| is_done) {
        Some(Answer::Number(number)) => Some(leaf("b", "", pair(words.learn_right_is, number))),
        _ => None,
    };
    el("form", "entry")
        .on(ListenerKind::onsubmit, submitted)
        .child(input)
        .child(check.text(words.learn_check))
        .maybe(answer)
        .done()
}

/// Records are clicked, as they stand in the log.
fn records(words: &Words, to: &Send, learn: &Learn, runs: &[Run], right: Option<Answer>) -> Html {
    let Some(plan) = runs.first().map(|run| &run.plan) else { return Html::default() };
    let (picked, is_done) = match learn.given {
        Some(Given::Records(given)) => (given, true),
        _ => (learn.picked, false),
    };
    let wanted = match right.filter(|_| is_done) {
        Some(Answer::Records(records)) => records,
        _ => 0,
    };
    let record = |(bit, record)| {
        let (is_picked, is_wanted) = (picked >> bit & 1 == 1, wanted >> bit & 1 == 1);
        el("button", "pick")
            .also(is_done && is_wanted, "is-right")
            .also(is_done && is_picked && !is_wanted, "is-wrong")
            .flag("disabled", is_done)
            .attr("aria-pressed", if is_picked { "true" } else { "false" })
            .click(send(to, Msg::Learn(LearnMsg::Pick(bit as u32))))
            .child(token(&Token::new(plan, record, false)))
            .maybe((is_picked && (is_wanted || !is_done)).then(icons::tick))
            .done()
    };
    let check = button("btn play", words.learn_check, to, LearnMsg::Answer(Given::Records(learn.picked)));
    el("div", "options")
        .child(el("div", "picks").children(records_of(plan).take(64).enumerate().map(record)))
        .maybe(when(!is_done, || check))
        .done()
}

/// Are records asked for, which can be clicked in the picture?
pub fn asks_for_records(model: &Model) -> bool {
    model.learn.asks().is_some_and(|ask| matches!(ask.form, Form::Records))
}

/// A button around a record in the picture, while records are asked for: they can be clicked there as well.
pub fn pick(model: &Model, to: &Send, record: RecordId) -> Option<El> {
    let Form::Records = model.learn.asks()?.form else { return None };
    let bit = records_of(&model.computed.runs.first()?.plan).take(64).position(|other| other == record)? as u32;
    let is_picked = model.learn.picked >> bit & 1 == 1;
    let button = el("button", "pick").attr("aria-pressed", if is_picked { "true" } else { "false" });
    Some(button.click(send(to, Msg::Learn(LearnMsg::Pick(bit)))))
}

fn challenge(model: &Model, to: &Send, index: usize, part: &Part) -> Html {
    let (words, learn) = (words(model), &model.learn);
    let (challenge, computed): (&Challenge, _) = (&CHALLENGES[index], &model.computed);
    let fill = model.fill(computed, false);
    let state = learn.state.as_ref();
    let is_won = state == Some(&State::Won);
    let (class, word, more) = match state {
        Some(State::Won) => ("right", words.learn_won, None),
        Some(State::Broken) => ("missed", words.learn_broken, None),
        Some(State::NotAllowed(field)) => ("wrong", words.learn_not_allowed, Some(leaf("code", "", field.clone()))),
        _ => ("", words.learn_not_yet, None),
    };
    let costs = match (challenge.goal, computed.runs.first()) {
        (Goal::Cost(_), Some(run)) => Some(leaf("p", "", pair(words.learn_cost, cost(run)))),
        _ => None,
    };
    let names = part.options.iter().enumerate().map(|(index, (option, explanation))| {
        let is_named = learn.named == Some(index);
        let is_said = is_named && state != Some(&State::NotYet);
        let name = el("button", "btn option")
            .attr("aria-pressed", if is_named { "true" } else { "false" })
            .click(send(to, Msg::Learn(LearnMsg::Name(index))))
            .child(el("span", "").child(line(&fill, option)));
        let said = when(is_said, || el("p", "note").child(line(&fill, explanation)));
        several([name.done(), said.unwrap_or_default()])
    });
    let names = (!part.options.is_empty()).then(|| {
        el("div", "ask")
            .child(el("h4", "").child(line(&fill, &part.question)))
            .child(el("div", "options").children(names))
            .done()
    });
    let hints = part.items.iter().take(learn.hints).map(|spans| el("li", "").child(line(&fill, spans)).done());
    let more_hints =
        when(learn.hints < part.items.len() && !is_won, || button("btn", words.learn_hint, to, LearnMsg::Hint));
    let again = button("btn", words.learn_again, to, LearnMsg::Open(Open::Challenge(index)));
    several([
        head(words, to, words.learn_challenges.to_string(), format!("{}/{}", index + 1, CHALLENGES.len())),
        el("div", "learn-text")
            .child(leaf("h3", "", part.title.clone()))
            .children(paragraphs(&fill, &part.body))
            .done(),
        el("div", "said")
            .attr("role", "status")
            .child(el("p", class).child(leaf("b", "", word)).text(" ").maybe(more))
            .maybe(costs)
            .maybe(is_won.then(|| several(paragraphs(&fill, &part.closing))))
            .done(),
        names.unwrap_or_default(),
        el("ol", "hints").children(hints).done(),
        el("div", "learn-nav").maybe(more_hints).child(again).done(),
    ])
}
