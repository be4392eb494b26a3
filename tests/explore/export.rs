//! What can be taken along says what was found.

use crate::support::{stream, FOUR};
use exactly_once_lab::explore::export::{self, Paint, Strip};
use exactly_once_lab::explore::{crash_map, FaultKind, Harm, Options, Pairs, Place, Verdicts, SIDE};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::scenario::Scenario;
use std::rc::Rc;

#[test]
fn the_table_of_sinks_and_faults_is_the_same_in_csv_and_json() {
    let mut verdicts = Verdicts::new(&stream(3, FOUR, ""), false).expect("driven by time");
    assert!(export::verdicts_csv(&verdicts).lines().nth(1).expect("a sink").ends_with(",,,"), "nothing is known yet");
    verdicts.finish();
    let csv = export::verdicts_csv(&verdicts);
    assert!(csv.ends_with("\r\n"));
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let json = export::verdicts_json(&verdicts);
    assert_eq!(lines.len(), 1 + verdicts.sinks().len());
    for (row, sink) in json["sinks"].as_array().expect("sinks").iter().enumerate() {
        assert_eq!(sink["sink"], lines[row + 1][0]);
        for (column, kind) in FaultKind::ALL.iter().enumerate() {
            assert_eq!(lines[0][column + 1], kind.as_str());
            let (cell, word) = (&sink["faults"][kind.as_str()], lines[row + 1][column + 1]);
            if word == "not_applicable" {
                assert_eq!(cell["places"], 0);
                continue;
            }
            assert_eq!(cell["worst"], word);
            assert_eq!(cell["faults"].is_null(), word == "none", "{cell}");
        }
    }
}

#[test]
fn the_matrix_is_drawn_place_by_place() {
    let mut pairs = Pairs::new(&stream(3, r#"{"kind":"append"}"#, ""), Options { crashes: 2, ..Options::default() })
        .expect("driven by time");
    pairs.finish();
    let matrix = &pairs.matrices()[0];
    let painted = |patch: &&export::Patch| patch.harm == Some(Harm::Duplicates);
    let patches = export::patches(matrix);
    let wide: usize = patches.iter().filter(painted).map(|patch| patch.columns).sum();
    let is_duplicates = |index: &usize| {
        matches!(matrix.place(index / SIDE, index % SIDE), Place::Tried { worst: Harm::Duplicates, .. })
    };
    let places = (0..SIDE * SIDE).filter(is_duplicates).count();
    assert!(places > 20);
    assert_eq!(wide, places);
    assert!(Paint::Page.ground(Harm::Duplicates).contains("var(--dup-bg,#fbe3e0)"));
    let alone = export::matrix_svg(matrix, "<title>", ("first", "second"), &|harm| harm.as_str());
    let drawn = alone.matches(&format!("height=\"{}\" fill=\"url(#harm-duplicates)\"", export::PLACE)).count();
    assert_eq!(drawn, patches.iter().filter(painted).count());
    assert!(alone.contains("&lt;title&gt;") && !alone.contains("var("), "it stands by itself");
}

/// Pictures as they were looked at. When one is to be another: `UPDATE_EXPECT=1`, and look at it.
#[test]
fn the_pictures_are_those_that_were_looked_at() {
    let word = |harm: Harm| if harm == Harm::Duplicates { "重复" } else { harm.as_str() };
    let runs = Run::lanes(&stream(3, FOUR, ""));
    let maps: Vec<_> = runs.iter().map(|run| crash_map(run, run.right_table().map(Rc::new), None)).collect();
    let strips: Vec<Strip> =
        runs.iter().zip(&maps).map(|(run, points)| Strip { name: run.plan.sink.kind(), points }).collect();
    let end = maps.iter().flatten().map(|point| point.to).max().expect("a crash point");
    let map = export::map_svg("Three records & four sinks", &strips, end, &word);
    expect_test::expect_file!["../golden/crash-map.svg"].assert_eq(&map);

    let sinks = r#"{"kind":"upsert","key":"record_and_attempt"}"#;
    let mut pairs = Pairs::new(&stream(2, sinks, ""), Options { crashes: 2, ..Options::default() }).expect("by time");
    let matrix = &pairs.finish()[0];
    let picture = export::matrix_svg(matrix, "Two crashes", ("first crash", "second crash"), &word);
    expect_test::expect_file!["../golden/matrix.svg"].assert_eq(&picture);
}

#[test]
fn reports_in_json_have_scenarios_that_open() {
    let scenario = stream(3, FOUR, "");
    let mut pairs = Pairs::new(&scenario, Options { crashes: 2, ..Options::default() }).expect("driven by time");
    pairs.finish();
    let json = export::reports_json(pairs.scenario(), pairs.reports(), 2);
    let mut seen = 0;
    for lane in json["lanes"].as_array().expect("lanes") {
        for example in lane["counterexamples"].as_array().expect("counterexamples") {
            assert!(Scenario::from_json(&example["scenario"].to_string()).is_ok());
            seen += 1;
        }
    }
    assert!(seen > 2);
    let csv = export::reports_csv(&pairs.scenario().sinks, pairs.reports());
    let runs: u32 = csv.lines().skip(1).filter_map(|line| line.split(',').nth(1)?.parse::<u32>().ok()).sum();
    assert_eq!(runs, pairs.progress().runs);
}
