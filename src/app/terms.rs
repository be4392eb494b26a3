//! Which term of the glossary a part of the picture stands for. The page says it in `data-term`; `www/terms.js` shows it.

use crate::scene::checkpoints::Phase;
use crate::scene::outside::StoredState;
use crate::scene::standing::Word;
use crate::sim::scenario::{Recommit, SinkSpec, UpsertKey};

/// What a kind of sink is an example of.
#[must_use]
pub const fn of_sink(sink: SinkSpec) -> &'static str {
    match sink {
        SinkSpec::Append { .. } => "at-least-once",
        SinkSpec::Upsert { .. } => "idempotent",
        SinkSpec::Increment => "increment",
        SinkSpec::WriteAheadLog { .. } => "write-ahead-log",
        SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. } => "two-phase-commit",
        SinkSpec::File { .. } => "transactional",
    }
}

/// What the line below a sink's name is about.
#[must_use]
pub const fn of_sink_note(sink: SinkSpec) -> &'static str {
    match sink {
        SinkSpec::Append { .. } => "sink",
        SinkSpec::Upsert { key: UpsertKey::Record } => "upsert",
        SinkSpec::Upsert { .. } => "deterministic",
        SinkSpec::Increment => "idempotent",
        SinkSpec::TwoPhaseCommit { commit: Recommit::Reapply | Recommit::Strict, .. }
        | SinkSpec::Committer { commit: Recommit::Reapply | Recommit::Strict, .. } => "commit",
        SinkSpec::TwoPhaseCommit { transaction_timeout: Some(_), .. }
        | SinkSpec::Committer { transaction_timeout: Some(_), .. } => "transaction-timeout",
        _ => "transactional",
    }
}

/// What readers of a sink's outside go by.
#[must_use]
pub const fn of_readers(sink: SinkSpec) -> &'static str {
    match sink {
        SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. } => "read-committed",
        SinkSpec::Upsert { .. } | SinkSpec::Increment => "key-value-store",
        _ => "end-to-end",
    }
}

/// What a verdict is called; `None` if it has no name of its own.
#[must_use]
pub const fn of_word(word: Word) -> Option<&'static str> {
    match word {
        Word::Nothing => None,
        Word::Once => Some("exactly-once"),
        Word::Waiting => Some("latency"),
        Word::Back => Some("going-back"),
        Word::Blocked | Word::Dirty => Some("read-committed"),
        Word::Twice => Some("at-least-once"),
        Word::Differs => Some("deterministic"),
        Word::Lost | Word::TwiceAndLost => Some("at-most-once"),
    }
}

/// What the state of something stored is about.
#[must_use]
pub const fn of_stored(state: StoredState) -> &'static str {
    match state {
        StoredState::Open => "transactional",
        StoredState::Orphaned => "orphan",
        StoredState::Prepared => "pre-commit",
        StoredState::Aborted => "abort",
        StoredState::Expired => "transaction-timeout",
    }
}

/// What the stage of a checkpoint is about.
#[must_use]
pub const fn of_phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Pending(0, _) => "barrier",
        Phase::Pending(..) => "snapshot",
        Phase::Acknowledged => "acknowledgement",
        Phase::Completed => "completed",
        Phase::Notified => "notification",
        Phase::Aborted => "checkpoint",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::PRESETS;
    use crate::i18n::glossary::{file, terms};
    use crate::i18n::Lang;

    fn is_a_term(id: &str) -> bool {
        terms(file(Lang::En)).any(|term| term.id == id)
    }

    #[test]
    fn every_part_of_the_picture_stands_for_a_term_that_is_explained() {
        for preset in PRESETS {
            for sink in preset.scenario().sinks {
                for id in [of_sink(sink), of_sink_note(sink), of_readers(sink)] {
                    assert!(is_a_term(id), "{sink:?}: {id}");
                }
            }
        }
        let words = [Word::Nothing, Word::Once, Word::Waiting, Word::Back, Word::Twice, Word::Differs, Word::Lost];
        assert!(words.into_iter().chain([Word::TwiceAndLost, Word::Blocked]).filter_map(of_word).all(is_a_term));
        let states = [StoredState::Open, StoredState::Orphaned, StoredState::Prepared, StoredState::Aborted];
        assert!(states.into_iter().chain([StoredState::Expired]).map(of_stored).all(is_a_term));
        let phases = [Phase::Pending(0, 3), Phase::Pending(1, 3), Phase::Acknowledged, Phase::Completed];
        assert!(phases.into_iter().chain([Phase::Notified, Phase::Aborted]).map(of_phase).all(is_a_term));
    }

    /// Ids that the page's code writes by hand, as `.term("barrier")`.
    #[test]
    fn terms_named_in_the_page_s_code_are_explained() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ui");
        let mut found = 0;
        for file in std::fs::read_dir(folder).expect("the page's code").flatten() {
            let Ok(code) = std::fs::read_to_string(file.path()) else { continue };
            for rest in code.split(".term(\"").skip(1) {
                let id = rest.split('"').next().unwrap_or_default();
                assert!(is_a_term(id), "{}: {id}", file.path().display());
                found += 1;
            }
        }
        assert!(found > 5, "only {found} found");
    }
}
