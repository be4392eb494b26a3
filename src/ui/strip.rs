//! The checkpoint strip.

use super::el::{el, text, when};
use super::leaf::leaf;
use super::token::tokens;
use crate::app::{said, terms};
use crate::i18n::Words;
use crate::scene::checkpoints::{Chip, Phase};
use yew::prelude::*;

/// The checkpoint store: what is durable and what is under way.
/// Where a crash goes back to is not told with `hides_return`: of a job that is over, or while that is asked.
pub fn strip(words: &Words, chips: &[Chip], hides_return: bool) -> Html {
    let name = el("span", "cp-name")
        .child(el("b", "").term("checkpoint").reachable().text(words.checkpoint_store))
        .text(" ")
        .maybe((chips.len() < 2).then(|| text(words.survives)));
    el("div", "cp")
        .also(chips.len() > 2, "crowded")
        .child(name)
        .maybe(chips.is_empty().then(|| leaf("span", "cp-empty", words.no_checkpoint)))
        .children(chips.iter().map(|one| chip(words, one, hides_return, chips.len() > 2)))
        .done()
}

/// `is_crowded`: the stage is told by its bar alone.
fn chip(words: &Words, chip: &Chip, hides_return: bool, is_crowded: bool) -> Html {
    let is_durable = matches!(chip.phase, Phase::Completed | Phase::Notified);
    let class = match chip.phase {
        Phase::Aborted => "aborted",
        _ if is_durable => "complete",
        _ => "pending",
    };
    let kind = said::checkpoint_kind(words, chip.kind);
    let phase = said::phase(words, chip.phase);
    let offsets: Vec<String> = chip.offsets.iter().map(ToString::to_string).collect();
    let totals: Vec<String> = chip.totals.iter().take(4).map(|(key, count)| format!("{key}:{count}")).collect();
    let note = match (chip.is_restored, chip.is_newest) {
        (true, _) if !hides_return => words.restored_here,
        (false, true) if !hides_return => words.crash_returns_here,
        (true | false, _) => "",
    };
    let stages = (1..=5u32).map(|stage| el("i", if stage <= chip.phase.stages() { "on" } else { "" }).done());
    el("span", "chip")
        .also(true, class)
        .also(chip.is_newest && !hides_return, "newest")
        .child(el("b", "").text(if is_durable { "✓ " } else { "" }).text(chip.id.to_string()))
        // In front, as what comes last is out of sight where there is little room.
        .maybe((!note.is_empty()).then(|| el("span", "chip-note").term("failure-recovery").text(note).done()))
        .maybe((!kind.is_empty()).then(|| leaf("em", "", kind)))
        .child(el("span", "mono").term("offset").text(words.offset).text(" ").text(offsets.join(", ")))
        .maybe((!totals.is_empty()).then(|| leaf("span", "mono totals", totals.join(" "))))
        .maybe(when(!chip.in_flight.is_empty(), || {
            el("span", "totals in-flight").term("unaligned").text(words.in_flight).child(tokens(&chip.in_flight))
        }))
        .maybe(when(chip.is_newest || !(is_crowded && (is_durable || chip.phase == Phase::Aborted)), || {
            el("span", "phase")
                .term(terms::of_phase(chip.phase))
                .attr("title", phase.clone())
                .attr("role", "img")
                .attr("aria-label", phase.clone())
                .children(stages)
        }))
        .maybe(
            ((chip.is_newest || !is_durable) && !is_crowded)
                .then(|| el("span", "phase-name").term(terms::of_phase(chip.phase)).text(phase).done()),
        )
        .done()
}
