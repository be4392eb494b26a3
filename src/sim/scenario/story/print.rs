//! Writing a story.

use super::{Arm, Step};
use crate::sim::id::{CheckpointId, SourceId};
use crate::sim::scenario::names::Named;
use crate::sim::scenario::{Expire, RequestKind, SourceLog};
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
        Step::Complete(id) => print_numbered(out, "complete", id),
        Step::Notify(id) => print_numbered(out, "notify", id),
        Step::LoseNotification(id) => print_numbered(out, "lose_notification", id),
        Step::Checkpoint => out.write_str("checkpoint"),
        Step::Abort(id) => print_numbered(out, "abort", id),
        Step::Fail => out.write_str("fail"),
        Step::Crash => out.write_str("crash"),
        Step::Arm(arm) => print_arm(out, arm),
        Step::Expire(Expire::Prepared) => out.write_str("expire"),
        Step::Expire(Expire::All) => out.write_str("expire all"),
        Step::Hold(request, nth) => print_nth(out, "hold", request, nth),
        Step::Release => out.write_str("release"),
        Step::LoseReply(request, nth) => print_nth(out, "lose_reply", request, nth),
        Step::Away(what) => write!(out, "away {}", what.name()),
        Step::Back(what) => write!(out, "back {}", what.name()),
        Step::Finish => out.write_str("finish"),
        Step::End => out.write_str("end"),
        Step::CompleteFinal => out.write_str("complete_final"),
        Step::Cancel => out.write_str("cancel"),
        Step::StopWithSavepoint => out.write_str("stop_with_savepoint"),
        Step::Wait(time) => write!(out, "wait {}", time.0),
    }
}

/// A step about one checkpoint or the usual one.
fn print_numbered(out: &mut String, name: &str, id: Option<CheckpointId>) -> fmt::Result {
    out.write_str(name)?;
    id.map_or(Ok(()), |id| write!(out, " {id}"))
}

/// A step about the nth of a kind of request; the first one goes without saying.
fn print_nth(out: &mut String, name: &str, request: RequestKind, nth: u32) -> fmt::Result {
    write!(out, "{name} {}", request.name())?;
    if nth == 1 {
        Ok(())
    } else {
        write!(out, " {nth}")
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
