//! The rooms of the studio, the part of the page that is loaded when it is opened. Lab and studio talk to each other
//! by the address alone: a link with `room=NAME` is shown by the studio, one without by the lab.

use super::share::Link;

/// A room of the studio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Every crash, alone and in pairs; counterexamples; sinks and faults.
    Explore,
    /// An editor for scenarios.
    Write,
    /// Two runs side by side.
    Compare,
    /// The moment as a picture, the run as data, the session as a file.
    Take,
    /// The moment as tables.
    Table,
    /// What keys do.
    Keys,
    /// The link as a QR code.
    Code,
}

impl Room {
    /// Every room.
    pub const ALL: [Room; 7] =
        [Room::Explore, Room::Write, Room::Compare, Room::Take, Room::Table, Room::Keys, Room::Code];

    /// Rooms that the lab's head leads to; its dialogs lead to the others.
    pub const IN_HEAD: [Room; 3] = [Room::Explore, Room::Write, Room::Compare];

    /// Its name in links.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Room::Explore => "explore",
            Room::Write => "write",
            Room::Compare => "compare",
            Room::Take => "take",
            Room::Table => "table",
            Room::Keys => "keys",
            Room::Code => "code",
        }
    }

    /// The room that a link leads to: the text after the `#`, with or without it.
    ///
    /// `None` if the link has no room, an error with the name if there is no such room.
    ///
    /// # Errors
    /// The name of a room that does not exist.
    ///
    /// # Example
    /// ```
    /// use exactly_once_lab::app::room::Room;
    ///
    /// assert_eq!(Room::of("#s=no-crash&room=explore"), Ok(Some(Room::Explore)));
    /// assert_eq!(Room::of("s=no-crash"), Ok(None));
    /// assert_eq!(Room::of("room=cellar"), Err("cellar".to_string()));
    /// ```
    pub fn of(hash: &str) -> Result<Option<Room>, String> {
        let parameters = hash.trim_start_matches('#').split('&');
        let Some(name) = parameters.filter_map(|parameter| parameter.strip_prefix("room=")).next_back() else {
            return Ok(None);
        };
        Room::ALL.into_iter().find(|room| room.code() == name).map(Some).ok_or_else(|| name.to_string())
    }

    /// A link into this room: the text after the `#`.
    #[must_use]
    pub fn link(self, link: &Link) -> String {
        format!("{}&room={}", link.to_text(), self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::PRESETS;

    #[test]
    fn a_link_into_a_room_is_read_back_as_written() {
        let link = Link { preset: Some(PRESETS[0].id), ..Link::to(PRESETS[0].scenario()) };
        for room in Room::ALL {
            let text = room.link(&link);
            assert_eq!(Room::of(&text), Ok(Some(room)), "{text}");
            assert_eq!(Link::parse(&text).as_ref(), Ok(&link), "{text}");
        }
    }
}
