//! Damaged texts: what a stranger, a broken file or a chat program might make of a valid one.

/// Pieces that parsers stumble over.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    ",",
    ":",
    "null",
    "true",
    "-0",
    "1e400",
    "1E-400",
    "0.0001",
    "99999999999999999999",
    "4294967295",
    "4294967.295",
    "4294967.296",
    "-1",
    "\u{0}",
    "\u{feff}",
    "\u{1f980}",
    "精",
    "%",
    "%00",
    "%ff",
    "%E2%82",
    "&",
    "=",
    "#",
    "+",
    "://",
    ";",
    "@4294967295",
    "\n",
    "\r\n",
    "  ",
    "exactly-once-lab session 1\n",
];

/// What a generator reads its numbers from.
pub trait Numbers {
    /// 0 to `end - 1`.
    fn below(&mut self, end: u32) -> u32;
}

/// A text, damaged in up to so many places.
pub fn damaged(text: &str, places: u32, numbers: &mut impl Numbers) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + numbers.below(places) {
        let length = letters.len() as u32 + 1;
        let at = numbers.below(length) as usize;
        let until = (at + numbers.below(12) as usize).min(letters.len());
        match numbers.below(9) {
            0 => drop(letters.drain(at..until)),
            1 => letters.truncate(at),
            // A part once more, at another place.
            2 => {
                let part: Vec<char> = letters[at..until].to_vec();
                let to = numbers.below(length) as usize;
                letters.splice(to..to, part);
            }
            // Deep, or long.
            3 => {
                let piece = PIECES[numbers.below(4) as usize];
                let many = piece.repeat(1 << numbers.below(10));
                letters.splice(at..at, many.chars());
            }
            // Another number in place of one.
            4 => {
                if let Some(digit) = (at..letters.len()).find(|at| letters[*at].is_ascii_digit()) {
                    letters[digit] = char::from(b'0' + numbers.below(10) as u8);
                }
            }
            5 => {
                if at < letters.len() {
                    letters[at] = char::from_u32(numbers.below(0x11_0000)).unwrap_or('\u{fffd}');
                }
            }
            _ => {
                let piece = PIECES[numbers.below(PIECES.len() as u32) as usize];
                letters.splice(at..at.max(until.min(at + numbers.below(3) as usize)), piece.chars());
            }
        }
    }
    letters.into_iter().collect()
}
