//! Ten thousand random scenarios come out on this host as they did on the one that wrote the file; `tests/web/same.rs` asks
//! the same of WebAssembly.

use crate::random::{scenarios, tape::Tape};

#[path = "../shared/digest.rs"]
mod digest;

#[test]
fn ten_thousand_random_scenarios_come_out_as_recorded() {
    let lines = digest::lines(0, digest::SCENARIOS / digest::A_LINE, |seed| scenarios::any(&mut Tape::random(seed)));
    expect_test::expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/random.txt")].assert_eq(&lines);
}
