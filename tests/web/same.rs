//! Ten thousand random scenarios come out in WebAssembly as on the host.

use crate::digest::{lines, A_LINE, SCENARIOS};
use crate::{scenarios, tape::Tape};
use wasm_bindgen_test::wasm_bindgen_test;

const RECORDED: &str = include_str!("../golden/random.txt");

#[wasm_bindgen_test]
fn ten_thousand_random_scenarios_come_out_as_on_the_host() {
    assert_eq!(RECORDED.lines().count() as u64, SCENARIOS / A_LINE);
    for (line, recorded) in RECORDED.lines().enumerate() {
        let found = lines(line as u64, line as u64 + 1, |seed| scenarios::any(&mut Tape::random(seed)));
        assert_eq!(found.trim_end(), recorded);
    }
}
