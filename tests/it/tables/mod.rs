//! The tables of outcomes (section 6.2 of the collected semantics), a test for each row that the scenario format can say.
//!
//! Rows that it cannot say, and why:
//! - A7: a client whose `close` writes its buffer out in a failure. The format drops the buffer.
//! - B2, B3, B5, B7: an upsert with deletes, with a guard by version, with a value that differs at each replay, with a
//!   client buffer. The upsert sink has none of these.
//! - W10, W11: a new submission of the job, or an older checkpoint restored by hand. A run is one job that restores the
//!   newest.
//! - W12 with a high-water mark: the commit table holds exact numbers. Its harmless counterpart is tested.
//! - P15: an older checkpoint restored by hand. P18: a savepoint in between; the format's savepoint stops the job.
//! - P17 without the final checkpoint: it cannot be switched off.
//! - P22: transaction ids that are used again. The store numbers transactions.
//! - S0 to S4: micro-batch engines. U2, U3: in-flight data dropped by hand, an unaligned edge between writer and committer.

mod append;
mod barriers;
mod two_phase;
mod upsert;
mod write_ahead;
