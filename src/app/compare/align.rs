//! Two sequences side by side: what they have in common in the same order, and what only one of them has.

use std::collections::BTreeMap;

/// A place in one sequence, in the other, or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aligned {
    /// The same in both.
    Both(usize, usize),
    /// Only in the first.
    Left(usize),
    /// Only in the second.
    Right(usize),
}

/// Comparisons of a stretch without anchors, at most. A longer one is taken as different from end to end.
const MAX_CELLS: usize = 1_000_000;

/// Aligns two sequences of names (equal numbers mean the same). Everything of both is there once and in its order.
///
/// First by what stands in both exactly once, which is what a person would take as landmarks; between two landmarks by
/// the longest common part.
///
/// # Example
/// ```
/// use exactly_once_lab::app::compare::align::{align, Aligned::{Both, Left, Right}};
///
/// assert_eq!(align(&[1, 2, 3], &[1, 3, 4]), [Both(0, 0), Left(1), Both(2, 1), Right(2)]);
/// ```
#[must_use]
pub fn align(left: &[u32], right: &[u32]) -> Vec<Aligned> {
    let mut out = Vec::with_capacity(left.len().max(right.len()));
    let mut work = Work { left, right, out: &mut out };
    work.stretch(0..left.len(), 0..right.len());
    out
}

type Part = std::ops::Range<usize>;

struct Work<'a> {
    left: &'a [u32],
    right: &'a [u32],
    out: &'a mut Vec<Aligned>,
}

impl Work<'_> {
    fn stretch(&mut self, mut l: Part, mut r: Part) {
        while !l.is_empty() && !r.is_empty() && self.left[l.start] == self.right[r.start] {
            self.out.push(Aligned::Both(l.start, r.start));
            l.start += 1;
            r.start += 1;
        }
        let mut tail = 0;
        while tail < l.len().min(r.len()) && self.left[l.end - 1 - tail] == self.right[r.end - 1 - tail] {
            tail += 1;
        }
        let ends = (l.end, r.end);
        l.end -= tail;
        r.end -= tail;
        self.middle(l, r);
        self.out.extend((1..=tail).rev().map(|back| Aligned::Both(ends.0 - back, ends.1 - back)));
    }

    fn middle(&mut self, l: Part, r: Part) {
        if l.is_empty() || r.is_empty() {
            return self.apart(l, r);
        }
        let anchors = self.anchors(&l, &r);
        if anchors.is_empty() {
            if l.len() * r.len() <= MAX_CELLS {
                self.longest_common(l, r);
            } else {
                self.apart(l, r);
            }
            return;
        }
        let (mut from_l, mut from_r) = (l.start, r.start);
        for (at_l, at_r) in anchors {
            self.stretch(from_l..at_l, from_r..at_r);
            self.out.push(Aligned::Both(at_l, at_r));
            (from_l, from_r) = (at_l + 1, at_r + 1);
        }
        self.stretch(from_l..l.end, from_r..r.end);
    }

    fn apart(&mut self, l: Part, r: Part) {
        self.out.extend(l.map(Aligned::Left));
        self.out.extend(r.map(Aligned::Right));
    }

    /// What stands in both parts exactly once: as many as rise in both.
    fn anchors(&self, l: &Part, r: &Part) -> Vec<(usize, usize)> {
        #[derive(Default)]
        struct Seen {
            left: (u32, usize),
            right: (u32, usize),
        }
        let mut seen: BTreeMap<u32, Seen> = BTreeMap::new();
        for at in l.clone() {
            let entry = seen.entry(self.left[at]).or_default();
            entry.left = (entry.left.0 + 1, at);
        }
        for at in r.clone() {
            let entry = seen.entry(self.right[at]).or_default();
            entry.right = (entry.right.0 + 1, at);
        }
        let once = seen.values().filter(|seen| seen.left.0 == 1 && seen.right.0 == 1);
        let mut pairs: Vec<(usize, usize)> = once.map(|seen| (seen.left.1, seen.right.1)).collect();
        pairs.sort_unstable();
        rising(&pairs)
    }

    /// The longest common part, by the table of lengths.
    fn longest_common(&mut self, l: Part, r: Part) {
        let width = r.len() + 1;
        let mut lengths = vec![0u16; (l.len() + 1) * width];
        for i in (0..l.len()).rev() {
            for j in (0..r.len()).rev() {
                let is_same = self.left[l.start + i] == self.right[r.start + j];
                // No longer than the shorter part: at most the root of the limit above.
                lengths[i * width + j] = if is_same {
                    lengths[(i + 1) * width + j + 1] + 1
                } else {
                    lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < l.len() && j < r.len() {
            if self.left[l.start + i] == self.right[r.start + j] {
                self.out.push(Aligned::Both(l.start + i, r.start + j));
                (i, j) = (i + 1, j + 1);
            } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                self.out.push(Aligned::Left(l.start + i));
                i += 1;
            } else {
                self.out.push(Aligned::Right(r.start + j));
                j += 1;
            }
        }
        self.apart(l.start + i..l.end, r.start + j..r.end);
    }
}

/// Of pairs that rise in the first place the most that rise in the second too.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The ends of the best chains of each length, and for each pair the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, second)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *second);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        chain.push(pairs[index]);
        at = before[index];
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use Aligned::{Both, Left, Right};

    /// Checks what always holds, and answers the number of common places.
    fn checked(left: &[u32], right: &[u32]) -> usize {
        let aligned = align(left, right);
        let lefts = aligned.iter().filter_map(|a| if let Both(l, _) | Left(l) = a { Some(*l) } else { None });
        let rights = aligned.iter().filter_map(|a| if let Both(_, r) | Right(r) = a { Some(*r) } else { None });
        assert!(lefts.eq(0..left.len()), "{left:?} {right:?}");
        assert!(rights.eq(0..right.len()), "{left:?} {right:?}");
        aligned.iter().filter(|a| matches!(a, Both(l, r) if left[*l] == right[*r])).count()
    }

    #[test]
    fn everything_is_there_once_and_in_order() {
        let mut seed = 7u32;
        let mut next = |bound: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % bound
        };
        for _ in 0..500 {
            let (n, m, names) = (next(30), next(30), next(12) + 1);
            let left: Vec<u32> = (0..n).map(|_| next(names)).collect();
            let right: Vec<u32> = (0..m).map(|_| next(names)).collect();
            let both = align(&left, &right).iter().filter(|a| matches!(a, Both(..))).count();
            assert_eq!(checked(&left, &right), both, "only what is the same is aligned");
            assert_eq!(checked(&left, &left), left.len());
        }
    }

    #[test]
    fn what_was_put_in_or_taken_out_is_all_that_differs() {
        let left: Vec<u32> = (0..200).collect();
        let mut right = left.clone();
        right.splice(50..53, [900, 901]);
        right.insert(120, 7);
        let differs: Vec<_> = align(&left, &right).into_iter().filter(|a| !matches!(a, Both(..))).collect();
        assert_eq!(differs, [Left(50), Left(51), Left(52), Right(50), Right(51), Right(120)]);
    }

    #[test]
    fn repeated_names_are_aligned_by_the_longest_common_part() {
        assert_eq!(align(&[1, 2, 1, 2], &[2, 1, 2, 1]).iter().filter(|a| matches!(a, Both(..))).count(), 3);
        assert_eq!(align(&[], &[1]), [Right(0)]);
        assert_eq!(align(&[1], &[]), [Left(0)]);
    }

    #[test]
    fn long_sequences_without_landmarks_are_bounded() {
        let left: Vec<u32> = (0..40_000).map(|n| n % 2).collect();
        let right: Vec<u32> = (0..40_000).map(|n| 3 - n % 2).collect();
        checked(&left, &right);
        assert!(align(&left, &right).len() == 80_000);
    }
}
