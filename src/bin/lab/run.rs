//! `lab run`.

use crate::io::{print, scenario};
use exactly_once_lab::run::{table, Outcome, Run};
use exactly_once_lab::sim::scenario::Scenario;
use std::io::{BufRead, BufWriter, Write};
use std::path::Path;

/// Runs one file.
pub fn file(path: &Path, table: bool, lane: Option<usize>) -> Result<(), String> {
    let scenario = scenario(path)?;
    if !table {
        let outcome = serde_json::to_string_pretty(&Outcome::of(&scenario));
        return print(&outcome.map_err(|error| error.to_string())?);
    }
    let runs = Run::lanes(&scenario);
    if lane.is_some_and(|lane| lane == 0 || lane > runs.len()) {
        return Err(format!("--lane: the scenario has lanes 1 to {}", runs.len()));
    }
    for (index, run) in runs.iter().enumerate().filter(|(i, _)| lane.is_none_or(|lane| lane == i + 1)) {
        let kind = exactly_once_lab::run::outcome::kind_name(run.plan.sink);
        print(&format!("lane {}: {kind}\n{}", index + 1, table::print(run)))?;
    }
    Ok(())
}

/// Runs one scenario a line.
pub fn lines() -> Result<(), String> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| format!("standard input: {error}"))?;
        let answer = answer(&String::from_utf8_lossy(&line));
        // Written out at once: whoever sends a line may wait for its answer before sending the next one.
        match writeln!(out, "{answer}").and_then(|()| out.flush()) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
            result => result.map_err(|error| format!("standard output: {error}"))?,
        }
    }
    Ok(())
}

/// The outcome of one line, or what is wrong with it.
fn answer(line: &str) -> String {
    let answer = match Scenario::from_json(line) {
        Ok(scenario) => serde_json::to_string(&Outcome::of(&scenario)),
        Err(error) => serde_json::to_string(&serde_json::json!({ "error": error })),
    };
    answer.unwrap_or_else(|error| format!("{{\"error\":{{\"message\":\"{error}\"}}}}"))
}
