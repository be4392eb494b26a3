//! What happened in each, side by side; what is alike is folded.

use super::{Compare, CompareMsg, Compared, NAMES};
use crate::app::compare::Event as Aligned;
use crate::i18n::compare::{alike as alike_words, Words};
use crate::i18n::narrate::{narrate, Level, Sentence, Tone};
use crate::i18n::Lang;
use crate::run::{Noted, Run};
use crate::ui::el::el;
use crate::ui::leaf::leaf;
use yew::html::Scope;
use yew::prelude::*;

/// Lines that are shown at most; what is alike is folded and counts as one.
const LINES: usize = 400;

/// A line to show.
enum Shown {
    /// So many things alike, with their places.
    Alike(Vec<(usize, usize)>),
    /// Something that differs, or that is the same at another time.
    One(Option<usize>, Option<usize>, &'static str),
}

/// The account.
pub fn account(room: &Compare, compared: &Compared, link: &Scope<Compare>, words: &'static Words) -> Html {
    let toggle = link.callback(|_: Event| CompareMsg::Details);
    let runs = [&compared.runs[0].run, &compared.runs[1].run];
    let shown = lines(room, compared);
    let more = shown.len().saturating_sub(LINES);
    let head = NAMES.map(|name| [el("td", "at").done(), el("th", "").attr("scope", "col").text(name).done()]);
    let rows = shown.iter().take(LINES).map(|line| match line {
        Shown::Alike(places) => alike(room.lang, runs, places),
        Shown::One(left, right, class) => {
            let cells = [(0, left), (1, right)].map(|(side, at)| cells(room.lang, runs[side], *at));
            el("tr", "").class(*class).children(cells.into_iter().flatten()).done()
        }
    });
    el("section", "part")
        .child(leaf("h2", "", words.account))
        .child(leaf("p", "note", words.account_note))
        .child(
            el("label", "check")
                .child(el("input", "").attr("type", "checkbox").checked(room.details).click(toggle))
                .text(words.details),
        )
        .child(
            el("table", "two-accounts")
                .child(el("thead", "").child(el("tr", "").children(head.into_iter().flatten())))
                .child(el("tbody", "").children(rows)),
        )
        .maybe((more > 0).then(|| leaf("p", "note", format!("{} {more}", words.more))))
        .done()
}

/// What is to be shown: of the technical detail only as much as was asked for.
fn lines(room: &Compare, compared: &Compared) -> Vec<Shown> {
    let runs = [&compared.runs[0].run, &compared.runs[1].run];
    let sentence = |side: usize, at: usize| narrate(room.lang, &runs[side].plan, &runs[side].facts[at]);
    let is_told = |sentence: &Sentence| room.details || sentence.level == Level::Major;
    let mut out: Vec<Shown> = Vec::new();
    // Where the lines begin that are only in one of them, since the last that is in both.
    let mut gap = 0;
    for event in &compared.comparison.account {
        let (left, right) = match *event {
            Aligned::Same(l, r) | Aligned::Changed(l, r) => (Some(l), Some(r)),
            Aligned::Left(l) => (Some(l), None),
            Aligned::Right(r) => (None, Some(r)),
        };
        let told = left.map(|at| is_told(&sentence(0, at))).or_else(|| right.map(|at| is_told(&sentence(1, at))));
        let is_in_both = matches!(event, Aligned::Same(..) | Aligned::Changed(..));
        if told != Some(true) {
            if is_in_both {
                gap = out.len();
            }
            continue;
        }
        match (*event, out.last_mut()) {
            (Aligned::Same(l, r), Some(Shown::Alike(places))) => places.push((l, r)),
            (Aligned::Same(l, r), _) => out.push(Shown::Alike(vec![(l, r)])),
            (Aligned::Changed(..), _) => out.push(Shown::One(left, right, "changed")),
            (Aligned::Left(_), _) => out.push(Shown::One(left, right, "only-a")),
            // What each did instead of the other stands side by side.
            (Aligned::Right(_), _) => {
                match out[gap..].iter_mut().find(|line| matches!(line, Shown::One(_, None, "only-a"))) {
                    Some(line) => {
                        let Shown::One(left, ..) = line else { continue };
                        *line = Shown::One(*left, right, "changed");
                    }
                    None => out.push(Shown::One(left, right, "only-b")),
                }
            }
        }
        if is_in_both {
            gap = out.len();
        }
    }
    out
}

/// The time and the sentence of one side; empty where nothing of the kind happened.
fn cells(lang: Lang, run: &Run, at: Option<usize>) -> [Html; 2] {
    let Some(noted) = at.map(|at| &run.facts[at]) else { return [leaf("td", "", ""), leaf("td", "absent-side", "")] };
    [leaf("td", "mono at", noted.at.to_string()), said(lang, run, noted)]
}

fn said(lang: Lang, run: &Run, noted: &Noted) -> Html {
    let sentence = narrate(lang, &run.plan, noted);
    let tone = match sentence.tone {
        Tone::Crash => "hit",
        Tone::Harm => "harm",
        Tone::Good => "good",
        Tone::Warn => "warn",
        Tone::Plain => "",
    };
    leaf("td", tone, sentence.text)
}

/// What is alike, folded: a line that opens.
fn alike(lang: Lang, runs: [&Run; 2], places: &[(usize, usize)]) -> Html {
    let line = |(l, r): &(usize, usize)| {
        let (left, right) = (&runs[0].facts[*l], &runs[1].facts[*r]);
        let mut times = left.at.to_string();
        if left.at != right.at {
            times.push_str(&format!(" / {}", right.at));
        }
        let text = |run: &Run, noted: &Noted| narrate(lang, &run.plan, noted).text;
        let (a, b) = (text(runs[0], left), text(runs[1], right));
        // The same thing may be told of two sinks in other words.
        let text = if a == b { a } else { format!("{a} / {b}") };
        el("li", "").child(leaf("span", "mono at", times)).child(leaf("span", "", text)).done()
    };
    let fold = el("details", "")
        .child(leaf("summary", "", alike_words(lang, places.len())))
        .child(el("ol", "alike").children(places.iter().take(LINES).map(line)));
    el("tr", "same").child(el("td", "").attr("colspan", "4").child(fold)).done()
}
