//! `lab explore`.

use crate::io::{print, scenario};
use clap::ValueEnum;
use exactly_once_lab::explore::export::{self, Strip};
use exactly_once_lab::explore::{crash_map, Counterexample, Explorer, Harm, Options, Refused, Timings};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::scenario::limits::MAX_FAULTS;
use exactly_once_lab::sim::scenario::{Named, Profile};
use std::fmt::Write;
use std::path::PathBuf;
use std::rc::Rc;

/// What `lab explore --help` ends with.
pub const HELP: &str = "\
Every crash is tried: at every moment between two steps of the run, killed or thrown, requests on their way
delivered or lost. The scenario's own crashes are taken out first, its other faults stay. The counts are runs by
what they came to:
  harmless     right at the end, and nothing wrong to be seen in between
  dirty read   right at the end; a reader of uncommitted data could see what was never committed
  went back    right at the end; in between a reader could see a value older than the one before
  duplicates, loss, both, differs (a table says something else)
  stuck        the job failed for good, or would have gone on for ever
For each kind of harm the smallest scenario that was found follows; `lab run -` and the page open it.

Timings are sampled: a mistake can hide in one timing and show in another (--profiles all).

Examples:
  lab explore scenario.json --crashes 2 --profiles all
  lab explore answer.json --expect exactly_once && echo passed";

/// The arguments of `lab explore`.
#[derive(clap::Args)]
pub struct Args {
    /// A scenario file, driven by time; `-` for standard input.
    file: PathBuf,
    /// Up to so many crashes in one run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3))]
    crashes: u32,
    /// Timings to try besides the scenario's own: `all`, or only this profile.
    #[arg(long, value_name = "all|NAME", value_parser = timings)]
    profiles: Option<Timings>,
    /// Leave the rest out after so many runs of one sink in one timing.
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_runs: u32,
    /// Print JSON instead of a table, with the counterexamples.
    #[arg(long, conflicts_with_all = ["csv", "svg"])]
    json: bool,
    /// Print the table as CSV.
    #[arg(long, conflicts_with = "svg")]
    csv: bool,
    /// Print the crash map as SVG: what one crash at each moment leads to, with the scenario's other faults as they are.
    #[arg(long)]
    svg: bool,
    /// Exit with status 1 if any run of any sink breaks this.
    #[arg(long, value_name = "WHAT")]
    expect: Option<Expect>,
}

/// What can be expected of every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Expect {
    /// In the end each record has its effect once.
    ExactlyOnce,
}

fn timings(name: &str) -> Result<Timings, String> {
    if name == "all" {
        return Ok(Timings::All);
    }
    Profile::from_name(name).map(Timings::One).ok_or_else(|| {
        let names: Vec<&str> = Profile::NAMES.iter().map(|(name, _)| *name).collect();
        format!("there is no such profile; there are: all, {}", names.join(", "))
    })
}

/// Explores a file. Answers whether what was expected holds.
pub fn explore(args: &Args) -> Result<bool, String> {
    let scenario = scenario(&args.file)?;
    let options =
        Options { crashes: args.crashes, timings: args.profiles.unwrap_or_default(), max_runs: args.max_runs };
    let mut explorer = Explorer::new(&scenario, options).map_err(|refused| {
        let why = match refused {
            Refused::Story => {
                "it is driven by a story, and its crashes are steps of the story; explore needs one driven by time"
                    .to_string()
            }
            Refused::TooManyFaults => {
                format!("with {} more crashes it would have more than {MAX_FAULTS} faults", args.crashes)
            }
        };
        format!("{}: {why}", args.file.display())
    })?;
    explorer.finish();
    if args.json {
        let found = export::reports_json(explorer.scenario(), explorer.reports(), args.crashes);
        print(&serde_json::to_string_pretty(&found).map_err(|error| error.to_string())?)?;
    } else if args.csv {
        print(export::reports_csv(&explorer.scenario().sinks, explorer.reports()).trim_end())?;
    } else if args.svg {
        print(to_svg(&explorer).trim_end())?;
    } else {
        print(to_text(&explorer).trim_end())?;
    }
    Ok(args.expect.is_none() || explorer.reports().iter().all(export::is_exactly_once))
}

/// The columns of the table.
const COLUMNS: [(Harm, &str); 9] = [
    (Harm::None, "harmless"),
    (Harm::DirtyRead, "dirty read"),
    (Harm::WentBack, "went back"),
    (Harm::Blocked, "blocked"),
    (Harm::Duplicates, "duplicates"),
    (Harm::Loss, "loss"),
    (Harm::DuplicatesAndLoss, "both"),
    (Harm::Differs, "differs"),
    (Harm::Stuck, "stuck"),
];

fn to_text(explorer: &Explorer) -> String {
    let mut text = format!("{:<18}{:>8}{:>11}", "sink", "runs", "steps");
    for (_, name) in COLUMNS {
        let _ = write!(text, "{name:>12}");
    }
    text.push('\n');
    for (sink, report) in explorer.scenario().sinks.iter().zip(explorer.reports()) {
        let _ = write!(text, "{:<18}{:>8}{:>11}", sink.kind(), report.runs, report.steps);
        for (harm, _) in COLUMNS {
            let _ = write!(text, "{:>12}", report.count(harm));
        }
        text.push('\n');
    }
    for (lane, report) in explorer.reports().iter().enumerate() {
        let kind = explorer.scenario().sinks[lane].kind();
        if report.without_crash != Harm::None {
            let _ = writeln!(text, "\n{kind}: {} even without a crash", report.without_crash.as_str());
        }
        if report.is_cut {
            let _ = writeln!(text, "\n{kind}: too many runs, the rest was left out (--max-runs)");
        }
        for found in &report.counterexamples {
            let smallest = found.smallest(explorer.scenario(), lane);
            let _ = writeln!(text, "\n{kind}: {}, {}", found.harm.as_str(), described(found));
            let _ = writeln!(text, "{}", smallest.to_json());
        }
    }
    text
}

/// A counterexample's crashes and timing in a line.
fn described(found: &Counterexample) -> String {
    let crash = |crash: &exactly_once_lab::explore::Crash| {
        format!("{} at {} with requests {}", crash.how.name(), crash.at, crash.in_flight.name())
    };
    let crashes: Vec<String> = found.crashes.iter().map(crash).collect();
    format!("{} ({} timing)", crashes.join(", then "), export::timing_name(found.timing))
}

/// The crash map of every lane, without the scenario's crashes.
fn to_svg(explorer: &Explorer) -> String {
    let runs = Run::lanes(explorer.scenario());
    let maps: Vec<_> = runs.iter().map(|run| crash_map(run, run.right_table().map(Rc::new), None)).collect();
    let strips: Vec<Strip> =
        runs.iter().zip(&maps).map(|(run, points)| Strip { name: run.plan.sink.kind(), points }).collect();
    let end = maps.iter().flatten().map(|point| point.to).max().unwrap_or_default();
    let title = explorer.scenario().title.as_deref().unwrap_or("What a crash at each moment leads to");
    let word = |harm: Harm| COLUMNS.iter().find(|(of, _)| *of == harm).map_or("", |(_, name)| *name);
    export::map_svg(title, &strips, end, &word)
}
