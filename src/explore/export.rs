//! What was found, to be taken along: tables as CSV and JSON, maps as SVG. Names are given, as this part of the library
//! speaks no language.

use super::explorer::LaneReport;
use super::harm::Harm;
use super::map::CrashPoint;
use super::matrix::{Matrix, Place, SIDE};
use super::verdicts::{FaultKind, Verdicts};
use crate::sim::id::Time;
use crate::sim::scenario::{Named, Scenario, SinkSpec, Timing};
use serde_json::{json, Map, Value};
use std::fmt::Write;

/// Are all runs of a lane right at the end, the one without a crash too?
#[must_use]
pub fn is_exactly_once(report: &LaneReport) -> bool {
    report.without_crash.is_right_at_the_end() && report.worst().is_right_at_the_end()
}

/// What was found, a line a sink: runs by what they came to.
#[must_use]
pub fn reports_csv(sinks: &[SinkSpec], reports: &[LaneReport]) -> String {
    let mut head = vec!["sink".to_string(), "runs".to_string(), "steps".to_string()];
    head.extend(Harm::ALL.iter().map(|harm| harm.as_str().to_string()));
    head.push("exactly_once".to_string());
    let mut csv = line(&head);
    for (sink, report) in sinks.iter().zip(reports) {
        let mut fields = vec![sink.kind().to_string(), report.runs.to_string(), report.steps.to_string()];
        fields.extend(Harm::ALL.iter().map(|harm| report.count(*harm).to_string()));
        fields.push(is_exactly_once(report).to_string());
        csv += &line(&fields);
    }
    csv
}

/// What was found, with the smallest counterexample of each harm as a scenario.
///
/// `explored` is the scenario without crashes, as [`Explorer::scenario`](super::Explorer::scenario) answers it.
#[must_use]
pub fn reports_json(explored: &Scenario, reports: &[LaneReport], crashes: u32) -> Value {
    let lanes: Vec<Value> =
        reports.iter().enumerate().map(|(lane, report)| lane_json(explored, lane, report)).collect();
    json!({ "crashes": crashes, "lanes": lanes })
}

fn lane_json(explored: &Scenario, lane: usize, report: &LaneReport) -> Value {
    let counts: Map<String, Value> =
        Harm::ALL.into_iter().map(|harm| (harm.as_str().to_string(), report.count(harm).into())).collect();
    let examples = report.counterexamples.iter().map(|found| {
        let crash = |crash: &super::Crash| {
            json!({ "at": crash.at, "how": crash.how.name(), "in_flight": crash.in_flight.name() })
        };
        json!({
            "harm": found.harm.as_str(),
            "timing": timing_name(found.timing),
            "crashes": found.crashes.iter().map(crash).collect::<Vec<_>>(),
            "scenario": found.smallest(explored, lane).to_value(),
        })
    });
    json!({
        "sink": explored.sinks[lane].kind(),
        "without_crash": report.without_crash.as_str(),
        "runs": report.runs,
        "steps": report.steps,
        "is_cut": report.is_cut,
        "counts": counts,
        "exactly_once": is_exactly_once(report),
        "counterexamples": examples.collect::<Vec<_>>(),
    })
}

/// The name of a timing in exports: a profile's, or `own`.
#[must_use]
pub fn timing_name(timing: Timing) -> &'static str {
    match timing {
        Timing::Named(profile) => profile.name(),
        Timing::Own(_) => "own",
    }
}

/// The table of sinks and faults, a line a sink: the worst of each fault. Fields of what is not known yet are empty.
#[must_use]
pub fn verdicts_csv(verdicts: &Verdicts) -> String {
    let mut head = vec!["sink".to_string()];
    head.extend(FaultKind::ALL.iter().map(|kind| kind.as_str().to_string()));
    let mut csv = line(&head);
    for (row, sink) in verdicts.sinks().iter().enumerate() {
        let mut fields = vec![sink.kind().to_string()];
        fields.extend((0..FaultKind::ALL.len()).map(|column| match verdicts.verdict(row, column) {
            Some(verdict) if verdict.places > 0 => verdict.worst.as_str().to_string(),
            Some(_) => "not_applicable".to_string(),
            None => String::new(),
        }));
        csv += &line(&fields);
    }
    csv
}

/// The table of sinks and faults, with counts and the faults that led to each verdict.
#[must_use]
pub fn verdicts_json(verdicts: &Verdicts) -> Value {
    let cell = |row: usize, column: usize| {
        let verdict = verdicts.verdict(row, column)?;
        let example = verdicts.example(row, column).filter(|_| !verdict.faults.is_empty());
        let faults = example.and_then(|example| example.to_value().get("faults").cloned());
        let value = json!({
            "places": verdict.places,
            "runs": verdict.runs,
            "harmful": verdict.harmful,
            "worst": verdict.worst.as_str(),
            "faults": faults,
        });
        Some((FaultKind::ALL[column].as_str().to_string(), value))
    };
    let sinks = verdicts.sinks().iter().enumerate().map(|(row, sink)| {
        let cells: Map<String, Value> = (0..FaultKind::ALL.len()).filter_map(|column| cell(row, column)).collect();
        json!({ "sink": sink.kind(), "faults": cells })
    });
    json!({ "with_crash": verdicts.with_crash(), "sinks": sinks.collect::<Vec<_>>() })
}

/// A line of CSV (RFC 4180).
fn line(fields: &[String]) -> String {
    let quoted = |field: &String| {
        if field.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.clone()
        }
    };
    let mut text = fields.iter().map(quoted).collect::<Vec<_>>().join(",");
    text.push_str("\r\n");
    text
}

/// What a picture is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// The page's colours, light or dark: a picture inside it.
    Page,
    /// Fixed light colours: a picture by itself.
    Paper,
}

impl Paint {
    fn colour(self, variable: &str, light: &str) -> String {
        match self {
            Paint::Page => format!("var({variable},{light})"),
            Paint::Paper => light.to_string(),
        }
    }

    /// The colour of the ground that a harm is painted on.
    #[must_use]
    pub fn ground(self, harm: Harm) -> String {
        match harm {
            Harm::None => self.colour("--ok-bg", "#dff3e9"),
            Harm::DirtyRead | Harm::WentBack | Harm::Blocked => self.colour("--stale-bg", "#fbeecb"),
            Harm::Duplicates | Harm::Differs => self.colour("--dup-bg", "#fbe3e0"),
            Harm::Loss | Harm::DuplicatesAndLoss => self.colour("--lost", "#62379a"),
            Harm::Stuck => self.colour("--crash", "#c01b37"),
        }
    }

    /// The colour of its marks.
    #[must_use]
    pub fn ink(self, harm: Harm) -> String {
        match harm {
            Harm::None => self.colour("--ok", "#0a6f4a"),
            Harm::DirtyRead | Harm::WentBack | Harm::Blocked => self.colour("--stale", "#7a4f00"),
            Harm::Duplicates | Harm::Differs => self.colour("--dup", "#a8231b"),
            Harm::Loss | Harm::DuplicatesAndLoss => self.colour("--panel", "#fffefb"),
            Harm::Stuck => self.colour("--on-crash", "#fff"),
        }
    }

    /// The colour of what has no job to crash.
    #[must_use]
    pub fn no_job(self) -> String {
        self.colour("--hair", "#e9e5db")
    }

    /// The patterns that harm is filled with, so that colour is not the only sign.
    fn patterns(self) -> String {
        let mut text = String::from("<defs>");
        for harm in Harm::ALL {
            let marks = marks(harm);
            let _ = write!(
                text,
                "<pattern id=\"harm-{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect width=\"6\" \
                 height=\"6\" fill=\"{}\"/><path d=\"{marks}\" stroke=\"{}\" fill=\"none\"/></pattern>",
                harm.as_str(),
                self.ground(harm),
                self.ink(harm)
            );
        }
        text.push_str("</defs>");
        text
    }
}

/// The marks of a harm as the path of an SVG pattern of 6 by 6 units; empty where the ground says it alone.
#[must_use]
pub fn marks(harm: Harm) -> &'static str {
    match harm {
        Harm::None | Harm::Loss => "",
        Harm::DirtyRead => "M1 3h1M4 0h1",
        Harm::WentBack => "M0 3h6",
        Harm::Blocked => "M2 0v6M5 0v6",
        Harm::Duplicates | Harm::DuplicatesAndLoss => "M-1 1l2-2M0 6l6-6M5 7l2-2",
        Harm::Differs => "M0 6l6-6M0 0l6 6",
        Harm::Stuck => "M3 0v6",
    }
}

/// What an area is filled with in SVG: the pattern of its harm.
#[must_use]
pub fn fill(harm: Harm) -> String {
    format!("url(#harm-{})", harm.as_str())
}

/// Text inside SVG.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A strip of a crash map: a lane's name and its points.
#[derive(Clone, Copy, Debug)]
pub struct Strip<'a> {
    /// The sink's name.
    pub name: &'a str,
    /// What a crash at each moment comes to.
    pub points: &'a [CrashPoint],
}

const MAP_WIDTH: u32 = 900;
const NAMES_WIDTH: u32 = 150;
const STRIP_HEIGHT: u32 = 26;

/// The crash maps of some lanes as a picture with a time axis and a legend. `title` stands above; `word` names harm.
#[must_use]
pub fn map_svg(title: &str, strips: &[Strip], end: Time, word: &dyn Fn(Harm) -> &'static str) -> String {
    let paint = Paint::Paper;
    let height = 34 + strips.len() as u32 * (STRIP_HEIGHT + 6) + 26 + 30;
    let end = end.0.max(1);
    let x = |at: Time| f64::from(NAMES_WIDTH) + f64::from(MAP_WIDTH) * f64::from(at.0.min(end)) / f64::from(end);
    let mut svg = open_svg(NAMES_WIDTH + MAP_WIDTH + 20, height, title);
    svg += &paint.patterns();
    let _ = write!(svg, "<text x=\"8\" y=\"21\" font-weight=\"600\">{}</text>", escaped(title));
    let mut y = 34;
    for strip in strips {
        let _ = write!(svg, "<text x=\"8\" y=\"{}\">{}</text>", y + 18, escaped(strip.name));
        for (from, to, harm) in spans(strip.points) {
            let (left, right) = (x(from), x(to));
            let wide = (right - left).max(0.5);
            let _ = write!(
                svg,
                "<rect x=\"{left:.2}\" y=\"{y}\" width=\"{wide:.2}\" height=\"{STRIP_HEIGHT}\" fill=\"{}\"><title>{} – {} s: {}</title></rect>",
                fill(harm),
                from.since(Time(1)),
                to,
                escaped(word(harm))
            );
        }
        y += STRIP_HEIGHT + 6;
    }
    let step = tick_step(Time(end), 16);
    for tick in (0..=end / step.0).map(|n| Time(n * step.0)) {
        let _ = write!(
            svg,
            "<path d=\"M{0:.2} 30V{1}\" stroke=\"#8a8f98\" stroke-width=\".5\"/><text x=\"{0:.2}\" y=\"{2}\" text-anchor=\"middle\" font-size=\"11\">{tick}</text>",
            x(tick),
            y + 2,
            y + 15
        );
    }
    let seen: Vec<Harm> =
        Harm::ALL.into_iter().filter(|h| strips.iter().any(|s| s.points.iter().any(|p| p.harm() == *h))).collect();
    svg += &legend(&seen, 8, y + 28, word);
    svg.push_str("</svg>\n");
    svg
}

/// Spans with the same worst harm.
fn spans(points: &[CrashPoint]) -> Vec<(Time, Time, Harm)> {
    let mut spans: Vec<(Time, Time, Harm)> = Vec::new();
    for point in points {
        match spans.last_mut() {
            Some((_, to, harm)) if *harm == point.harm() && to.plus(Time(1)) >= point.from => *to = point.to,
            _ => spans.push((point.from, point.to, point.harm())),
        }
    }
    spans
}

fn open_svg(width: u32, height: u32, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#1d2430\" role=\"img\"><title>{}</title>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fffefb\"/>",
        escaped(title)
    )
}

fn legend(harms: &[Harm], x: u32, y: u32, word: &dyn Fn(Harm) -> &'static str) -> String {
    let (mut text, mut x) = (String::new(), x);
    for harm in harms {
        let name = word(*harm);
        let _ = write!(
            text,
            "<rect x=\"{x}\" y=\"{}\" width=\"16\" height=\"12\" fill=\"{}\"/><text x=\"{}\" y=\"{y}\" font-size=\"12\">{}</text>",
            y - 10,
            fill(*harm),
            x + 21,
            escaped(name)
        );
        let wide = |c: char| if c.is_ascii() { 7 } else { 13 };
        x += 40 + name.chars().map(wide).sum::<u32>();
    }
    text
}

/// A round step with which at most so many ticks fit.
#[must_use]
pub fn tick_step(end: Time, most: u32) -> Time {
    let seconds = [1u32, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400];
    Time(1_000 * seconds.into_iter().find(|step| end.0 / 1_000 / step <= most).unwrap_or(604_800))
}

/// The size of a matrix's place, in units of the picture.
pub const PLACE: usize = 8;

/// Places of a matrix side by side that look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The row.
    pub row: usize,
    /// The first column.
    pub column: usize,
    /// How many columns.
    pub columns: usize,
    /// What the crashes there come to; `None` where there is no job to crash.
    pub harm: Option<Harm>,
}

/// What of a matrix is to be painted, up to [`Matrix::last`]: every place that was tried or has no job, row by row.
#[must_use]
pub fn patches(matrix: &Matrix) -> Vec<Patch> {
    let mut patches: Vec<Patch> = Vec::new();
    let last = matrix.last();
    for row in 0..=last {
        for column in row..=last {
            let harm = match matrix.place(row, column) {
                Place::Before | Place::Unknown => continue,
                Place::NoJob => None,
                Place::Tried { worst, .. } => Some(worst),
            };
            match patches.last_mut() {
                Some(patch) if patch.row == row && patch.column + patch.columns == column && patch.harm == harm => {
                    patch.columns += 1;
                }
                _ => patches.push(Patch { row, column, columns: 1, harm }),
            }
        }
    }
    patches
}

fn squares(matrix: &Matrix, paint: Paint) -> String {
    let mut text = String::new();
    for Patch { row, column, columns, harm } in patches(matrix) {
        let _ = write!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{PLACE}\" fill=\"{}\"/>",
            column * PLACE,
            row * PLACE,
            columns * PLACE,
            harm.map_or_else(|| paint.no_job(), fill)
        );
    }
    text
}

/// A matrix as a picture by itself, with axes and a legend. `title` stands above, `first` and `second` name the axes.
#[must_use]
pub fn matrix_svg(matrix: &Matrix, title: &str, axes: (&str, &str), word: &dyn Fn(Harm) -> &'static str) -> String {
    let paint = Paint::Paper;
    let (left, top) = (64, 48);
    let side = ((matrix.last() + 1) * PLACE) as u32;
    let mut svg = open_svg(left + side + 24, top + side + 60, title);
    svg += &paint.patterns();
    let _ = write!(svg, "<text x=\"8\" y=\"18\" font-weight=\"600\">{}</text>", escaped(title));
    let _ = write!(
        svg,
        "<g transform=\"translate({left} {top})\" shape-rendering=\"crispEdges\">{}</g>",
        squares(matrix, paint)
    );
    let all = matrix.begin(matrix.last() + 1);
    let step = tick_step(all, 12);
    let place = |at: Time| u64::from(side) * u64::from(at.0) / u64::from(all.0.max(1));
    for tick in (0..=all.0 / step.0).map(|n| Time(n * step.0)) {
        let at = place(tick);
        let (x, y) = (u64::from(left) + at, u64::from(top) + at);
        let _ = write!(svg, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\">{tick}</text>", top - 4);
        let _ =
            write!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" font-size=\"11\">{tick}</text>", left - 5, y + 4);
    }
    let _ = write!(svg, "<text x=\"{left}\" y=\"33\" font-size=\"12\">{}</text>", escaped(axes.1));
    let _ = write!(
        svg,
        "<text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"end\" font-size=\"12\">{}</text>",
        top,
        escaped(axes.0)
    );
    let mut seen: Vec<Harm> = Vec::new();
    for index in 0..SIDE * SIDE {
        if let Place::Tried { worst, .. } = matrix.place(index / SIDE, index % SIDE) {
            if !seen.contains(&worst) {
                seen.push(worst);
            }
        }
    }
    seen.sort_unstable();
    svg += &legend(&seen, left, top + side + 30, word);
    svg.push_str("</svg>\n");
    svg
}
