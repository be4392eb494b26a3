//! What waits in front of a task: a line for each input, with its gate and what is behind it.

use super::el::{el, several, El};
use super::leaf::leaf;
use super::token::token_with;
use crate::i18n::Words;
use crate::scene::inputs::{Gate, InputView, Waiting};
use yew::prelude::*;

/// The inputs of a task at which there is something to see.
pub fn inputs(words: &Words, list: &[InputView]) -> Html {
    several(list.iter().map(|input| one(words, input)))
}

fn one(words: &Words, input: &InputView) -> Html {
    let (gate, told) = match input.gate {
        Gate::Open => (None, ""),
        Gate::Closed(id) => (Some(barrier(id).also(true, "shut")), words.gate_shut),
        Gate::Counted(id) => (Some(barrier(id)), words.gate_counted),
        Gate::Saving(_) => (None, words.gate_saving),
    };
    let saved = input.queue.iter().find_map(|waiting| match waiting {
        Waiting::Record(_, with) => *with,
        _ => None,
    });
    let queue = input.queue.iter().map(|waiting| match waiting {
        Waiting::Record(token, with) => token_with(token, if with.is_some() { "saved" } else { "" }),
        Waiting::Barrier(id) => barrier(*id).done(),
        Waiting::End => leaf("span", "end", "■"),
    });
    let note = |is_there: bool, text: String| if is_there { leaf("small", "", text) } else { Html::default() };
    el("p", "input")
        .also(input.is_full, "full")
        .maybe((!input.from.is_empty()).then(|| leaf("b", "", input.from.clone())))
        .maybe(gate.map(El::done))
        .children(queue)
        .child(note(input.more > 0, format!("+{}", input.more)))
        .child(note(!told.is_empty(), told.to_string()))
        .child(note(saved.is_some(), format!("{} {}", words.saved_with, saved.unwrap_or_default())))
        .child(note(input.is_full, words.full.to_string()))
        .done()
}

/// A barrier that stands in a queue or at a gate.
fn barrier(id: u32) -> El {
    el("i", "gate").term("barrier").text(id.to_string())
}
