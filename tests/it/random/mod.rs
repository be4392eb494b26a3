//! Random cases from seeds, and the report of one that fails: its seed, and the scenario after shrinking.

pub mod scenarios;
pub mod tape;

use exactly_once_lab::sim::scenario::Scenario;
use std::panic::{catch_unwind, AssertUnwindSafe};
use tape::{shrink, Tape};

/// Tries that shrinking a failing case may take.
const SHRINKING_TRIES: u32 = 20_000;

/// How many cases the invariants are tried on in the optimised build, unless `LAB_CASES` says otherwise.
pub const OPTIMISED_CASES: u64 = 100_000;

/// How many cases a property is tried on: `share` of the number in the environment variable `LAB_CASES`, or of a number
/// that keeps the tests quick. A case is three runs of the engine or more.
pub fn cases(share: f64) -> u64 {
    let usual = if cfg!(debug_assertions) { 15_000 } else { OPTIMISED_CASES };
    let cases: u64 = match std::env::var("LAB_CASES") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("LAB_CASES: {text} is no number")),
        Err(_) => usual,
    };
    (cases as f64 * share) as u64
}

/// Tries a property on so many random scenarios, each from its own seed. Answers on how many it held: all of them, for
/// one that fails is a panic.
pub fn for_all(count: u64, make: fn(&mut Tape) -> Scenario, holds: impl Fn(&Scenario) -> Result<(), String>) -> u64 {
    // A panic of the engine is a failure as any other.
    let check = |tape: &mut Tape| {
        let scenario = make(tape);
        let result = catch_unwind(AssertUnwindSafe(|| holds(&scenario))).unwrap_or_else(|_| Err("it panics".into()));
        (scenario, result)
    };
    let mut held = 0;
    for seed in 0..count {
        let mut tape = Tape::random(seed);
        let (_, Err(_)) = check(&mut tape) else {
            held += 1;
            continue;
        };
        let numbers = shrink(tape.into_numbers(), SHRINKING_TRIES, |numbers| check(&mut Tape::of(numbers)).1.is_err());
        let (scenario, result) = check(&mut Tape::of(numbers));
        panic!("seed {seed}: {}\n{}", result.unwrap_err(), scenario.to_json());
    }
    held
}
