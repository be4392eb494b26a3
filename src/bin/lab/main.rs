//! The engine at the command line.

#[cfg(not(target_arch = "wasm32"))]
mod explore;
#[cfg(not(target_arch = "wasm32"))]
mod io;
#[cfg(not(target_arch = "wasm32"))]
mod run;
#[cfg(not(target_arch = "wasm32"))]
mod teach;

#[cfg(not(target_arch = "wasm32"))]
mod lab {
    use crate::{explore, io, run, teach};
    use clap::{Parser, Subcommand};
    use exactly_once_lab::sim::scenario::SCHEMA;
    use std::path::PathBuf;
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
  lab run www/scenarios/running-example.json            the outcome of every sink, as JSON
  lab run www/scenarios/running-example.json --table    everything that happened, a line each
  lab run --lines < cases.jsonl                         one scenario a line in, one outcome a line out
  lab explore www/scenarios/running-example.json        what a crash at any moment would come to
  lab schema > scenario.schema.json                     for your editor

Exit status: 0 when it ran, 1 when what was expected does not hold (explore --expect), 2 when the input is bad
(the message says which field, and what is allowed).";

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
        /// Crash a scenario at every moment, and print what each sink comes to.
        #[command(after_help = explore::HELP)]
        Explore(explore::Args),
        /// Print the JSON Schema of the scenario format.
        Schema,
        /// Print the glossary, or the lessons' questions as a quiz.
        #[command(subcommand)]
        Teach(teach::Teach),
    }

    pub fn main() -> ExitCode {
        let holds = match Cli::parse().command {
            Command::Run { lines: true, .. } => run::lines().map(|()| true),
            Command::Run { file, table, lane, .. } => run::file(&file.unwrap_or_default(), table, lane).map(|()| true),
            Command::Explore(args) => explore::explore(&args),
            Command::Teach(what) => teach::teach(&what).map(|()| true),
            Command::Schema => io::print(SCHEMA.trim_end()).map(|()| true),
        };
        match holds {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::from(1),
            Err(message) => {
                eprintln!("lab: {message}");
                ExitCode::from(2)
            }
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    lab::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
