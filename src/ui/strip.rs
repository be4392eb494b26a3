//! The checkpoint strip.

use super::leaf::leaf;
use crate::i18n::Words;
use crate::scene::checkpoints::{Chip, Phase};
use crate::sim::fact::CheckpointKind;
use yew::prelude::*;

/// The checkpoint store: what is durable and what is under way.
pub fn strip(words: &Words, chips: &[Chip], is_over: bool) -> Html {
    html! {
        <div class="cp">
            <span class="cp-name">{ leaf("b", "", words.checkpoint_store) }{ " " }{ words.survives }</span>
            if chips.is_empty() {
                { leaf("span", "cp-empty", words.no_checkpoint) }
            }
            for one in chips { { chip(words, one, is_over) } }
        </div>
    }
}

fn chip(words: &Words, chip: &Chip, is_over: bool) -> Html {
    let is_durable = matches!(chip.phase, Phase::Completed | Phase::Notified);
    let class = classes!(
        "chip",
        match chip.phase {
            Phase::Aborted => "aborted",
            _ if is_durable => "complete",
            _ => "pending",
        },
        chip.is_newest.then_some("newest"),
    );
    let kind = match chip.kind {
        CheckpointKind::Regular => "",
        CheckpointKind::Final => words.final_checkpoint,
        CheckpointKind::Savepoint => words.savepoint,
    };
    let phase = match chip.phase {
        Phase::Pending(0, _) => words.stage_triggered.to_string(),
        Phase::Pending(acks, tasks) => format!("{} {acks}/{tasks}", words.stage_snapshot),
        Phase::Acknowledged => words.stage_acknowledged.to_string(),
        Phase::Completed => words.stage_complete.to_string(),
        Phase::Notified => words.stage_notified.to_string(),
        Phase::Aborted => words.stage_aborted.to_string(),
    };
    let offsets: Vec<String> = chip.offsets.iter().map(ToString::to_string).collect();
    let totals: Vec<String> = chip.totals.iter().take(4).map(|(key, count)| format!("{key}:{count}")).collect();
    let note = match (chip.is_restored, chip.is_newest) {
        (true, _) if !is_over => words.restored_here,
        (false, true) if !is_over => words.crash_returns_here,
        (true | false, _) => "",
    };
    html! {
        <span {class}>
            <b>{ if is_durable { "✓ " } else { "" } }{ chip.id }</b>
            if !kind.is_empty() { { leaf("em", "", kind) } }
            <span class="mono">{ words.offset }{ " " }{ offsets.join(", ") }</span>
            if !totals.is_empty() { { leaf("span", "mono totals", totals.join(" ")) } }
            <span class="phase" title={phase.clone()} role="img" aria-label={phase.clone()}>
                for stage in 1..=5u32 {
                    <i class={(stage <= chip.phase.stages()).then_some("on")}></i>
                }
            </span>
            if chip.is_newest || !is_durable { { leaf("span", "phase-name", phase) } }
            if !note.is_empty() { { leaf("span", "chip-note", note) } }
        </span>
    }
}
