//! The room's address: what is asked and what is looked at, as a text.

use super::{ExploreRoom, Msg, Stage};
use crate::app::hunt::Hunt;
use crate::app::room::Room;
use crate::app::share::Link;
use crate::explore::{FaultKind, Refused, Timings, SIDE};
use crate::sim::scenario::{Named, Profile};
use std::rc::Rc;

impl ExploreRoom {
    /// The room as it is entered; exploring has begun. What was asked before is taken from the address, the text after
    /// its `#`: `crashes=3`, `timing=all` or a profile's name, `find` with a mistake's number, `own=1`, `sink` with the
    /// number of the matrix, `place=12.40` with the cursor's row and column in it, `more=1` for a crash added to each fault of
    /// the table and `cell=3.5` with the place of the table that is looked at. What makes no sense there is skipped.
    #[must_use]
    pub fn enter(link: Rc<Link>, hash: &str) -> ExploreRoom {
        let asked = |name: &str| {
            let parameters = hash.trim_start_matches('#').split('&').filter_map(|parameter| parameter.split_once('='));
            parameters.filter(|(given, _)| *given == name).map(|(_, value)| value).next_back()
        };
        let hunt = asked("find").and_then(|number| number.parse().ok()).and_then(Hunt::new);
        let mut room = ExploreRoom {
            link,
            crashes: if asked("crashes") == Some("3") { 3 } else { 2 },
            timings: asked("timing").and_then(timings_of).unwrap_or_else(|| usual_timings(hunt.is_some())),
            in_own: hunt.is_some() && asked("own") == Some("1"),
            hunt,
            stage: Stage::Pairs,
            pairs: Err(Refused::Story),
            stopped: None,
            spent: 0.0,
            examples: Vec::new(),
            maps: Vec::new(),
            table: None,
            with_crash: asked("more") == Some("1"),
            looked_at: None,
            lane: asked("sink").and_then(|number| number.parse::<usize>().ok()?.checked_sub(1)).unwrap_or_default(),
            cursor: (0, 0),
            has_moved: false,
            drawn: 0,
        };
        room.start();
        if let Some((row, column)) = asked("place").and_then(two_numbers).filter(|(r, c)| *r < SIDE && *c < SIDE) {
            room.update(Msg::Go(row, column));
        }
        room.looked_at = asked("cell").and_then(two_numbers).filter(|(_, column)| *column < FaultKind::ALL.len());
        room
    }

    /// The address to come back to: the text after the `#`.
    #[must_use]
    pub fn address(&self) -> String {
        let mut text = Room::Explore.link(&self.link);
        if self.crashes > 2 {
            text.push_str("&crashes=3");
        }
        if self.timings != usual_timings(self.hunt.is_some()) {
            let name = match self.timings {
                Timings::Own => "own",
                Timings::All => "all",
                Timings::One(profile) => profile.name(),
            };
            text.push_str(&format!("&timing={name}"));
        }
        if let Some(hunt) = &self.hunt {
            text.push_str(&format!("&find={}{}", hunt.number, if self.in_own { "&own=1" } else { "" }));
        }
        if self.lane > 0 {
            text.push_str(&format!("&sink={}", self.lane + 1));
        }
        if self.has_moved {
            text.push_str(&format!("&place={}.{}", self.cursor.0, self.cursor.1));
        }
        if self.with_crash {
            text.push_str("&more=1");
        }
        if let Some((row, column)) = self.looked_at {
            text.push_str(&format!("&cell={row}.{column}"));
        }
        text
    }
}

/// A mistake can show in one timing only, so it is looked for in all.
pub(super) fn usual_timings(hunts: bool) -> Timings {
    if hunts {
        Timings::All
    } else {
        Timings::Own
    }
}

/// Timings by their name: `all`, `own` or a profile's.
#[must_use]
pub fn timings_of(name: &str) -> Option<Timings> {
    match name {
        "all" => Some(Timings::All),
        "own" => Some(Timings::Own),
        name => Profile::from_name(name).map(Timings::One),
    }
}

/// Two numbers with a point between them.
fn two_numbers(text: &str) -> Option<(usize, usize)> {
    let (row, column) = text.split_once('.')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}
