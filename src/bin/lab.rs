//! The engine at the command line.

#[cfg(not(target_arch = "wasm32"))]
mod lab {
    use clap::{Parser, Subcommand};
    use exactly_once_lab::run::{table, Outcome, Run};
    use exactly_once_lab::sim::scenario::{Scenario, SCHEMA};
    use std::io::{BufRead, BufWriter, Read, Write};
    use std::path::{Path, PathBuf};
    use std::process::ExitCode;

    /// Runs scenarios of Exactly-Once Lab: what a job like Flink's leaves outside when it fails.
    #[derive(Parser)]
    #[command(name = "lab", version, after_help = EXAMPLES)]
    struct Cli {
        #[command(subcommand)]
        command: Command,
    }

    const EXAMPLES: &str = "\
Examples:
  lab run scenarios/running-example.json            the outcome of every sink, as JSON
  lab run scenarios/running-example.json --table    everything that happened, a line each
  lab run --lines < cases.jsonl                     one scenario a line in, one outcome a line out
  lab schema > scenario.schema.json                 for your editor

Exit status: 0 when it ran, 2 when the input is bad (the message says which field, and what is allowed).";

    #[derive(Subcommand)]
    enum Command {
        /// Run a scenario and print the outcome as JSON.
        Run {
            /// A scenario file; `-` for standard input.
            #[arg(required_unless_present = "lines", conflicts_with = "lines")]
            file: Option<PathBuf>,
            /// Read one scenario a line from standard input, write one outcome a line. A bad line yields
            /// {"error": …} on its line, and the rest goes on.
            #[arg(long)]
            lines: bool,
            /// Print everything that happened, a line each, instead of the outcome.
            #[arg(long, conflicts_with = "lines")]
            table: bool,
            /// Only this lane, counted from 1.
            #[arg(long, value_name = "N", requires = "table")]
            lane: Option<usize>,
        },
        /// Print the JSON Schema of the scenario format.
        Schema,
    }

    /// A scenario file larger than this is not read.
    const MAX_INPUT_BYTES: u64 = 16_000_000;

    pub fn main() -> ExitCode {
        let result = match Cli::parse().command {
            Command::Run { lines: true, .. } => run_lines(),
            Command::Run { file, table, lane, .. } => run_file(&file.unwrap_or_default(), table, lane),
            Command::Schema => print(SCHEMA.trim_end()),
        };
        match result {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("lab: {message}");
                ExitCode::from(2)
            }
        }
    }

    fn print(text: &str) -> Result<(), String> {
        let mut out = std::io::stdout().lock();
        match writeln!(out, "{text}") {
            // The reader has gone away (as `head` does): nobody is left to tell.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            result => result.map_err(|error| format!("standard output: {error}")),
        }
    }

    fn run_file(path: &Path, table: bool, lane: Option<usize>) -> Result<(), String> {
        let name = path.display();
        let text = read(path).map_err(|error| format!("{name}: {error}"))?;
        let scenario = Scenario::from_json(&text).map_err(|error| format!("{name}: {error}"))?;
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

    fn read(path: &Path) -> Result<String, String> {
        let mut text = String::new();
        let read = |source: &mut dyn Read, text: &mut String| source.take(MAX_INPUT_BYTES).read_to_string(text);
        let result = if path.as_os_str() == "-" {
            read(&mut std::io::stdin().lock(), &mut text)
        } else {
            std::fs::File::open(path).and_then(|mut file| read(&mut file, &mut text))
        };
        result.map(|_| text).map_err(|error| error.to_string())
    }

    fn run_lines() -> Result<(), String> {
        let mut out = BufWriter::new(std::io::stdout().lock());
        for line in std::io::stdin().lock().split(b'\n') {
            let line = line.map_err(|error| format!("standard input: {error}"))?;
            let answer = answer(&String::from_utf8_lossy(&line));
            match writeln!(out, "{answer}") {
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
                result => result.map_err(|error| format!("standard output: {error}"))?,
            }
        }
        out.flush().map_err(|error| format!("standard output: {error}"))
    }

    /// The outcome of one line, or what is wrong with it.
    fn answer(line: &str) -> String {
        let answer = match Scenario::from_json(line) {
            Ok(scenario) => serde_json::to_string(&Outcome::of(&scenario)),
            Err(error) => serde_json::to_string(&serde_json::json!({ "error": error })),
        };
        answer.unwrap_or_else(|error| format!("{{\"error\":{{\"message\":\"{error}\"}}}}"))
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    lab::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
