//! Windows of a run in words: between which two facts a crash does the same harm.

use super::format_words::format_word;
use super::narrate::narrate;
use super::Lang;
use crate::explore::{Bound, Window};
use crate::run::{Noted, Run};
use crate::sim::external::Request;
use crate::sim::scenario::Named;

/// What a window comes after and what it ends before, as far as there is such a thing.
#[must_use]
pub fn bounds(lang: Lang, run: &Run, window: &Window) -> Vec<String> {
    let words = lang.words();
    let told = |bound: Bound| match bound {
        Bound::Sent(request) => Some([words.map_sent, &format_word(lang, request_name(&request))].concat()),
        bound => bound.fact(run).map(|noted| fact(lang, run, noted)),
    };
    let after = window.after.and_then(told).map(|told| after(lang, &told));
    let before = window.before.and_then(told).map(|told| [words.map_before, &told, words.map_before_end].concat());
    after.into_iter().chain(before).collect()
}

/// That something comes right after a fact.
#[must_use]
pub fn just_after(lang: Lang, run: &Run, noted: &Noted) -> String {
    after(lang, &fact(lang, run, noted))
}

fn after(lang: Lang, told: &str) -> String {
    let words = lang.words();
    [words.map_after, told, words.map_after_end].concat()
}

/// A fact in words, without the point at its end.
fn fact(lang: Lang, run: &Run, noted: &Noted) -> String {
    narrate(lang, &run.plan, noted).text.trim_end_matches(['.', '。']).to_string()
}

/// A request in the words of the scenario format; those that nothing can be said about there in plain ones.
fn request_name(request: &Request) -> &'static str {
    match request {
        Request::IsMarked(..) => "look up",
        Request::TruncateFile(..) => "truncate",
        other => other.kind().map_or("", Named::name),
    }
}
