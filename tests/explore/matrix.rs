//! Matrices of pairs say what runs with these two crashes come to.

use crate::support::{harm_of, run, stream, FOUR};
use exactly_once_lab::explore::{Explorer, Harm, Matrix, Options, Pairs, Place, Timings, SIDE};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::id::Time;
use exactly_once_lab::sim::plan::Plan;
use exactly_once_lab::sim::scenario::{Drive, Fault, How, InFlight, Scenario, When};

const PAIRS: Options = Options { crashes: 2, timings: Timings::Own, max_runs: 10_000_000 };

fn places(matrix: &Matrix) -> impl Iterator<Item = (usize, usize, Place)> + '_ {
    (0..SIDE * SIDE).map(|index| (index / SIDE, index % SIDE, matrix.place(index / SIDE, index % SIDE)))
}

#[test]
fn every_example_comes_to_what_its_place_says() {
    let scenario = stream(8, FOUR, "");
    let mut pairs = Pairs::new(&scenario, PAIRS).expect("driven by time");
    pairs.finish();
    let mut seen = 0;
    for (lane, matrix) in pairs.matrices().iter().enumerate() {
        for (row, column, place) in places(matrix) {
            let example = matrix.example(row, column);
            let Place::Tried { row: of_row, column: of_column, worst, .. } = place else {
                assert!(example.is_none(), "{place:?}");
                continue;
            };
            let example = example.unwrap_or_else(|| panic!("no example: {place:?}"));
            if (of_row, of_column) != (row, column) {
                continue;
            }
            assert_eq!(example.harm, worst);
            let crashes: Vec<usize> = example.crashes.iter().map(|crash| matrix.place_of(crash.at)).collect();
            assert_eq!(crashes, [row, column]);
            seen += 1;
            if seen % 7 == 0 {
                assert_eq!(harm_of(&run(&example.scenario(pairs.scenario()), lane)), worst);
            }
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn the_worst_of_all_places_is_the_worst_that_the_explorer_found() {
    let scenario = stream(6, r#"{"kind":"append"},{"kind":"upsert"},{"kind":"file"}"#, "");
    let mut pairs = Pairs::new(&scenario, PAIRS).expect("driven by time");
    pairs.finish();
    let mut explorer = Explorer::new(&scenario, PAIRS).expect("driven by time");
    assert_eq!(pairs.reports(), explorer.finish());
    for (matrix, report) in pairs.matrices().iter().zip(explorer.reports()) {
        let tried = places(matrix).filter_map(|(row, column, place)| match place {
            Place::Tried { worst, .. } => Some((row, column, worst)),
            _ => None,
        });
        assert_eq!(tried.map(|(_, _, worst)| worst).max(), Some(report.worst()));
        let singles = (0..SIDE).filter(|row| matrix.single(*row).is_some()).count();
        assert!(singles > 20, "{singles}");
        assert!(matrix.runs() < report.runs, "single crashes are not in it");
    }
}

/// Runs with crashes in the middle of row and column: there is a job to crash twice where the matrix says so, but for
/// the edges. A row's first crashes are not all in its middle, and when the job is up again and over depends on them.
#[test]
fn a_place_without_a_job_has_none() {
    let scenario = stream(8, r#"{"kind":"append"}"#, "");
    let mut pairs = Pairs::new(&scenario, PAIRS).expect("driven by time");
    pairs.finish();
    let matrix = &pairs.matrices()[0];
    let middle = |place: usize| matrix.begin(place).plus(Time(matrix.span().0 / 2));
    let (mut with, mut without, mut edges) = (0, 0, 0);
    for (row, column, place) in places(matrix).filter(|(row, column, _)| *row > 0 && *column > *row + 1) {
        let crash = |at| Fault::Crash { when: When::At(at), how: How::Kill, in_flight: InFlight::Delivered };
        let drive = Drive::Time(vec![crash(middle(row)), crash(middle(column))]);
        let both = Run::new(Plan::new(&Scenario { drive, ..scenario.clone() }, 0));
        let crashes = both.facts.iter().filter(|noted| matches!(noted.fact, Fact::Crashed { .. })).count();
        match place {
            Place::NoJob => {
                without += 1;
                edges += usize::from(crashes == 2);
            }
            Place::Tried { .. } => {
                with += 1;
                // After the several first crashes of a row the job ends at moments of their own.
                edges += usize::from(crashes < 2);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(with > 300 && without > 300 && edges * 20 < with + without, "{with} {without} {edges}");
}

#[test]
fn bits_make_the_same_matrix_as_the_whole() {
    let scenario = stream(4, r#"{"kind":"upsert"},{"kind":"two_phase_commit"}"#, "");
    let mut whole = Pairs::new(&scenario, PAIRS).expect("driven by time");
    whole.finish();
    let mut bits = Pairs::new(&scenario, PAIRS).expect("driven by time");
    let mut last = 0;
    while !bits.advance(11).is_done {
        assert!(last <= bits.progress().per_mille);
        last = bits.progress().per_mille;
    }
    assert_eq!(bits.matrices(), whole.matrices());
    assert_eq!(bits.progress(), whole.progress());
}

#[test]
fn all_timings_are_in_one_matrix_and_three_crashes_too() {
    let scenario = stream(2, r#"{"kind":"two_phase_commit","commit":"strict"}"#, r#","restart":{"attempts":4}"#);
    let mut all = Pairs::new(&scenario, Options { timings: Timings::All, ..PAIRS }).expect("driven by time");
    let worst = |matrix: &Matrix| {
        let found: Vec<_> = places(matrix).filter_map(|(row, column, _)| matrix.example(row, column)).collect();
        found.into_iter().max_by_key(|found| found.harm).expect("some harm")
    };
    let found = worst(&all.finish()[0]);
    assert_eq!((found.harm, found.crashes.len()), (Harm::Stuck, 2));
    assert_eq!(harm_of(&run(&found.scenario(all.scenario()), 0)), Harm::Stuck);
    let three = Options { crashes: 3, max_runs: 5_000, ..PAIRS };
    let mut three = Pairs::new(&scenario, three).expect("driven by time");
    three.finish();
    assert!(three.matrices()[0].runs() > 1_000);
}
