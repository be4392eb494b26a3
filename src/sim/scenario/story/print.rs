//! Writing a story.

use super::{Arm, Step};
use crate::sim::id::SourceId;
use crate::sim::scenario::names::Named;
use crate::sim::scenario::{Expire, SourceLog};
use std::fmt::{self, Write};

/// Writes a story as text: [`parse`](super::parse()) of it answers the same steps.
///
/// # Example
/// ```
/// use exactly_once_lab::sim::scenario::story::{parse, print};
///
/// let steps = parse(" emit  3;; crash;", &[], false).expect("a story");
/// assert_eq!(print(&steps, &[], false), "emit 3; crash");
/// ```
#[must_use]
pub fn print(steps: &[Step], sources: &[SourceLog], named: bool) -> String {
    let mut out = String::new();
    for step in steps {
        if !out.is_empty() {
            out.push_str("; ");
        }
        // Writing to a String cannot fail.
        let _ = print_step(&mut out, step, sources, named);
    }
    out
}

fn print_step(out: &mut String, step: &Step, sources: &[SourceLog], named: bool) -> fmt::Result {
    let name = |source: SourceId| sources.get(source.index()).map_or("", |log| &log.name);
    match *step {
        Step::Emit(source, to) if named => write!(out, "emit {} {to}", name(source)),
        Step::Emit(_, to) => write!(out, "emit {to}"),
        Step::Barrier(Some(source)) if named => write!(out, "barrier {}", name(source)),
        Step::Barrier(_) => out.write_str("barrier"),
        Step::Complete(Some(id)) => write!(out, "complete {id}"),
        Step::Complete(None) => out.write_str("complete"),
        Step::Notify => out.write_str("notify"),
        Step::Checkpoint => out.write_str("checkpoint"),
        Step::Abort(Some(id)) => write!(out, "abort {id}"),
        Step::Abort(None) => out.write_str("abort"),
        Step::Fail => out.write_str("fail"),
        Step::Crash => out.write_str("crash"),
        Step::Arm(arm) => print_arm(out, arm),
        Step::Expire(Expire::Prepared) => out.write_str("expire"),
        Step::Expire(Expire::All) => out.write_str("expire all"),
        Step::Finish => out.write_str("finish"),
        Step::End => out.write_str("end"),
        Step::CompleteFinal => out.write_str("complete_final"),
        Step::Cancel => out.write_str("cancel"),
        Step::StopWithSavepoint => out.write_str("stop_with_savepoint"),
        Step::Wait(time) => write!(out, "wait {}", time.0),
    }
}

/// Numbers that are as by default are left out, from the end.
fn print_arm(out: &mut String, Arm { point, kind, skip, times }: Arm) -> fmt::Result {
    write!(out, "arm {point} {}", kind.name())?;
    if (skip, times) != (0, 1) {
        write!(out, " {skip}")?;
    }
    if times != 1 {
        write!(out, " {times}")?;
    }
    Ok(())
}
