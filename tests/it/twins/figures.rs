//! Finds one figure for `metadata` and one for `notify` with which every checkpoint reaches the stage that the story
//! has for it, in time.

/// A span of time in milliseconds, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub from: u32,
    pub to: u32,
}

impl Span {
    pub const ANY: Span = Span { from: 0, to: u32::MAX };

    pub fn from(from: u32) -> Span {
        Span { from, to: u32::MAX }
    }

    pub fn ends(&mut self, to: u32) {
        self.to = self.to.min(to);
    }
}

/// When a checkpoint has to be triggered, complete and notified. One that must not come so far has its moment after
/// the death of its attempt.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub triggered: u32,
    pub completes: Span,
    pub notified: Span,
}

/// The least figures for `metadata` and `notify`, in milliseconds; `None` if there are none. `effect` is the longest time
/// from a trigger to the last acknowledgement.
pub fn solve(all: &[Wanted], effect: u32) -> Option<(u32, u32)> {
    let metadata = least(all.iter().map(|w| (w.triggered, w.completes)), effect)?;
    let notify = least(all.iter().map(|w| (w.triggered + metadata, w.notified)), effect)?;
    Some((metadata, notify))
}

/// The least delay after which all begin within their spans, even if they begin up to `effect` later.
fn least(all: impl Iterator<Item = (u32, Span)>, effect: u32) -> Option<u32> {
    let (mut low, mut high) = (0, u32::MAX);
    for (begin, span) in all {
        low = low.max(span.from.saturating_sub(begin));
        if span.to < u32::MAX {
            high = high.min(span.to.checked_sub(begin + effect)?);
        }
    }
    (low <= high).then_some(low)
}
