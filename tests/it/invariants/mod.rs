//! Invariants of the engine, each a function over the history of one run, written apart from the model. The numbers are
//! those of section 6.3 of the collected semantics; the names without a number are this project's own.

mod checkpoints;
mod history;
mod sanity;
mod sinks;
mod state;

pub use history::History;

/// A checker: what is wrong, in words.
pub type Checker = fn(&History) -> Result<(), String>;

/// All that hold in any run whatever.
pub const ALWAYS: [(&str, Checker); 14] = [
    ("the clock never goes back", sanity::the_clock_never_goes_back),
    ("a run ends within its limits", sanity::a_run_ends_within_its_limits),
    ("what was read is told by the facts", sanity::what_was_read_is_told_by_the_facts),
    ("I1: nothing is visible before its checkpoint completed", sinks::nothing_is_visible_before_its_checkpoint),
    ("I2: exactly-once sinks are right at the end", sinks::exactly_once_sinks_are_right_at_the_end),
    ("I3: a row goes back only in a replay", sinks::a_row_goes_back_only_in_a_replay),
    ("I4: completed ids rise, and the highest is restored", checkpoints::ids_rise_and_the_highest_is_restored),
    ("an aborted checkpoint is over", checkpoints::an_aborted_one_holds_up_and_overtakes_nothing),
    ("I5: only the own attempt acknowledges", checkpoints::only_the_own_attempt_acknowledges),
    ("I6: what stays open or prepared is an orphan", sinks::what_stays_open_is_an_orphan),
    ("I7: a snapshot is the fold of the records before it", state::a_snapshot_is_the_fold_of_the_records_before_it),
    ("at completion everything is covered", state::at_completion_everything_is_covered),
    ("at-least-once sinks lose nothing", sinks::at_least_once_sinks_lose_nothing),
    ("a socket is never read twice", sanity::a_socket_is_never_read_twice),
];
