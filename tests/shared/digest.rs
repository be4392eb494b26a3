//! Random scenarios whose outcomes have to be the same, byte for byte, on a 64-bit host and in 32-bit WebAssembly: a number
//! for each hundred of them stands in `tests/golden/random.txt`. The host's test writes it, both check it.

use exactly_once_lab::run::outcome::LaneOutcome;
use exactly_once_lab::run::{table, Run};
use exactly_once_lab::sim::scenario::Scenario;

/// So many scenarios are compared.
pub const SCENARIOS: u64 = 10_000;

/// So many stand for one line.
pub const A_LINE: u64 = 100;

/// Other seeds than those of the invariants.
const FIRST_SEED: u64 = 1 << 40;

/// The lines from one to another (exclusive): which scenarios, and the FNV-1a hash of their JSON, their outcomes as JSON,
/// and every fact of every lane.
pub fn lines(from: u64, until: u64, make: impl Fn(u64) -> Scenario) -> String {
    let mut out = String::new();
    for line in from..until {
        let mut hash = Hash(0xcbf2_9ce4_8422_2325);
        for index in line * A_LINE..(line + 1) * A_LINE {
            let scenario = make(FIRST_SEED + index);
            hash.add(&scenario.to_json());
            for run in Run::lanes(&scenario) {
                hash.add(&serde_json::to_string(&LaneOutcome::of(&run)).expect("JSON"));
                hash.add(&table::print(&run));
            }
        }
        out.push_str(&format!("{} {:016x}\n", line * A_LINE, hash.0));
    }
    out
}

/// FNV-1a.
struct Hash(u64);

impl Hash {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
