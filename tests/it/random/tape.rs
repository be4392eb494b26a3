//! A list of random numbers that a generator reads from. Shrinking a failing case is making its tape shorter and its
//! numbers smaller; past the end a tape reads as zeros, and a generator takes zero for the simplest choice.

/// The tape.
pub struct Tape {
    numbers: Vec<u32>,
    next: usize,
    /// Where new numbers come from while the tape is recorded.
    seed: Option<u64>,
}

impl Tape {
    /// An endless tape of random numbers, the same for the same seed.
    pub fn random(seed: u64) -> Tape {
        Tape { numbers: Vec::new(), next: 0, seed: Some(seed) }
    }

    /// A tape with these numbers.
    pub fn of(numbers: Vec<u32>) -> Tape {
        Tape { numbers, next: 0, seed: None }
    }

    /// What has been read so far.
    pub fn into_numbers(mut self) -> Vec<u32> {
        self.numbers.truncate(self.next);
        self.numbers
    }

    fn number(&mut self) -> u32 {
        if let (Some(seed), true) = (&mut self.seed, self.next == self.numbers.len()) {
            // SplitMix64.
            *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut x = *seed;
            x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            self.numbers.push(((x ^ (x >> 31)) >> 32) as u32);
        }
        let number = self.numbers.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        number
    }

    /// 0 to `end - 1`.
    pub fn below(&mut self, end: u32) -> u32 {
        self.number() % end
    }

    /// True once in so many times; false is the simpler one.
    pub fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == times - 1
    }

    /// One of these; the first is the simplest.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}

/// The simplest tape found that still fails, by so many tries at most.
pub fn shrink(mut numbers: Vec<u32>, tries: u32, fails: impl Fn(Vec<u32>) -> bool) -> Vec<u32> {
    let mut left = tries;
    let mut attempt = |best: &mut Vec<u32>, candidate: Vec<u32>| {
        if left == 0 || candidate == *best {
            return false;
        }
        left -= 1;
        let better = fails(candidate.clone());
        if better {
            *best = candidate;
        }
        better
    };
    loop {
        let mut improved = false;
        for size in [16, 8, 4, 2, 1] {
            let mut at = 0;
            while at < numbers.len() {
                let mut candidate = numbers.clone();
                candidate.drain(at..(at + size).min(numbers.len()));
                if attempt(&mut numbers, candidate) {
                    improved = true;
                } else {
                    at += 1;
                }
            }
        }
        for at in 0..numbers.len() {
            for smaller in [|_| 0, |n| n / 2, |n: u32| n.saturating_sub(1)] {
                let mut candidate = numbers.clone();
                candidate[at] = smaller(candidate[at]);
                improved |= attempt(&mut numbers, candidate);
            }
        }
        if !improved {
            return numbers;
        }
    }
}

#[test]
fn shrinking_finds_the_simplest_tape_that_fails() {
    let fails = |numbers: Vec<u32>| numbers.iter().any(|n| *n >= 10) && numbers.len() >= 2;
    let start: Vec<u32> = (0..40).collect();
    assert_eq!(shrink(start, 5_000, fails), [0, 10]);
}

#[test]
fn a_seed_makes_one_tape_and_past_its_end_a_tape_reads_as_zeros() {
    // A function: rustc 1.95 and 1.96 compile a closure that changes what it is given to wrong code.
    fn read(mut tape: Tape) -> (Vec<u32>, Vec<u32>) {
        let numbers: Vec<u32> = (0..5).map(|_| tape.below(1_000)).collect();
        (numbers, tape.into_numbers())
    }
    let (numbers, recorded) = read(Tape::random(7));
    assert_eq!(read(Tape::random(7)).0, numbers);
    assert_eq!(read(Tape::of(recorded)).0, numbers);
    assert_eq!(read(Tape::of(vec![3])).0, [3, 0, 0, 0, 0]);
}
