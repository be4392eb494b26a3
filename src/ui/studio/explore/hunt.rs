//! Find the bug.

use super::{field, option, select, Page};
use crate::app::explore_room::Msg;
use crate::app::hunt::{Answer, Hunt};
use crate::explore::Harm;
use crate::i18n::mutants::mistake;
use crate::sim::mutant::Mutant;
use crate::ui::el::{el, El};
use crate::ui::leaf::leaf;
use wasm_bindgen::JsCast;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The choice of a mistake, the question, and what is thought of the answer.
pub(super) fn hunt(page: &Page) -> El {
    let words = page.words;
    let to = page.to.clone();
    let choose = Callback::from(move |event: Event| {
        let select = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlSelectElement>().ok());
        if let Some(number) = select.and_then(|select| select.value().parse().ok()) {
            to.emit(Msg::Hunt(number));
        }
    });
    let chosen = page.room.hunt.as_ref().map_or(0, |hunt| hunt.number);
    let numbers =
        (1..=Mutant::ALL.len()).map(|number| option(&number.to_string(), number.to_string(), number == chosen));
    let section = el("details", "card hunt")
        .flag("open", chosen > 0)
        .child(leaf("summary", "", words.hunt))
        .child(leaf("p", "note", words.hunt_intro))
        .child(field(
            words.hunt_number,
            select(choose).child(option("0", words.hunt_none.to_string(), chosen == 0)).children(numbers),
        ));
    match &page.room.hunt {
        Some(hunt) => section.child(own(page)).child(question(page, hunt)),
        None => section,
    }
}

fn own(page: &Page) -> El {
    let (to, in_own) = (page.to.clone(), page.room.in_own());
    el("label", "check")
        .child(
            el("input", "")
                .attr("type", "checkbox")
                .checked(in_own)
                .on(ListenerKind::onchange, Callback::from(move |_: Event| to.emit(Msg::InOwn(!in_own)))),
        )
        .text(page.words.hunt_in_own)
}

fn question(page: &Page, hunt: &Hunt) -> El {
    let words = page.words;
    let candidates = hunt.candidates.iter().enumerate().map(|(index, mutant)| {
        let is_guessed = hunt.guessed == Some(index);
        let is_right = hunt.is_told && *mutant == hunt.mutant();
        let is_wrong = is_guessed && *mutant != hunt.mutant() && hunt.answer().is_some();
        // By sign and not by colour alone.
        let sign = if is_right {
            "\u{2713}"
        } else if is_wrong {
            "\u{2717}"
        } else {
            ""
        };
        el("li", "")
            .child(
                el("button", "btn")
                    .also(is_right, "is-right")
                    .also(is_wrong, "is-wrong")
                    .attr("aria-pressed", if is_guessed { "true" } else { "false" })
                    .click(page.send(Msg::Guess(index)))
                    .child(leaf("span", "sign", sign))
                    .child(leaf("span", "", mistake(page.lang, *mutant).wrong)),
            )
            .done()
    });
    let said = match hunt.answer() {
        Some(Answer::Right) => words.hunt_right,
        Some(Answer::Differs) => words.hunt_wrong,
        Some(Answer::Alike) => words.hunt_alike,
        None if hunt.is_working() => words.searching,
        None => "",
    };
    let status = el("p", "says").attr("role", "status").text(said);
    let counts = (hunt.answer() == Some(Answer::Differs)).then(|| counts(page, hunt));
    let answer = hunt.is_told.then(|| {
        let told = mistake(page.lang, hunt.mutant());
        el("div", "told")
            .child(leaf("h4", "", words.hunt_answer))
            .child(leaf("p", "", told.wrong))
            .child(leaf("h4", "", words.hunt_should))
            .child(leaf("p", "", told.right))
            .done()
    });
    let tell = (!hunt.is_told).then(|| el("button", "btn").click(page.send(Msg::Tell)).text(words.hunt_tell).done());
    el("div", "question")
        .child(leaf("h3", "", words.hunt_question))
        .child(el("ul", "candidates").children(candidates))
        .child(status)
        .maybe(counts)
        .maybe(tell)
        .maybe(answer)
}

/// What the same runs come to with the mistake and with the one that was guessed.
fn counts(page: &Page, hunt: &Hunt) -> Html {
    let words = page.words;
    let rows = Harm::ALL.into_iter().filter_map(|harm| {
        let (here, there) = hunt.counts(harm)?;
        (here + there > 0).then(|| {
            el("tr", "")
                .child(el("th", "").attr("scope", "row").child(page.harm(harm)))
                .child(leaf("td", "num mono", here.to_string()))
                .child(leaf("td", "num mono", there.to_string()))
                .done()
        })
    });
    let head = el("tr", "").child(leaf("th", "", words.runs)).child(leaf("th", "num", words.hunt_here)).child(leaf(
        "th",
        "num",
        words.hunt_there,
    ));
    el("table", "grid small").child(el("thead", "").child(head)).child(el("tbody", "").children(rows)).done()
}
