//! Ten thousand random scenarios come out on this host as they did on the one that wrote the file; `tests/web/same.rs` asks
//! the same of WebAssembly.

use crate::random::{scenarios, tape::Tape};

#[path = "../shared/digest.rs"]
mod digest;

#[test]
fn ten_thousand_random_scenarios_come_out_as_recorded() {
    let all = digest::SCENARIOS / digest::A_LINE;
    let lines = |until| digest::lines(0, until, |seed| scenarios::any(&mut Tape::random(seed)));
    // Where a number of random runs is asked for that is smaller, that many.
    let asked = std::env::var("LAB_CASES").ok().and_then(|text| text.parse::<u64>().ok());
    match asked.map(|cases| cases / digest::A_LINE).filter(|wanted| *wanted < all) {
        Some(some) => {
            let recorded: String =
                include_str!("../golden/random.txt").split_inclusive('\n').take(some as usize).collect();
            assert_eq!(lines(some), recorded);
        }
        None => {
            expect_test::expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/random.txt")]
                .assert_eq(&lines(all));
        }
    }
}
