//! What keys do: a map that can be changed and switched off, and that the browser keeps as a text.
//!
//! ```text
//! exactly-once-lab keys 1
//! off
//! crash x
//! hide
//! leap_forward shift+arrowright
//! ```
//!
//! A line names an action and the key that has it instead of its usual ones; without a key it has none. `off` switches all
//! of them off. Undo and redo with Ctrl or Cmd, and Escape, belong to every program and are not in the map.

use super::model::{Panel, Showing};
use super::update::Msg;

/// The first line.
const HEAD: &str = "exactly-once-lab keys 1";

/// A longer text is not read.
pub const MAX_KEYS_BYTES: usize = 4_000;

macro_rules! actions {
    ($($(#[$doc:meta])* $action:ident = $name:literal: $($key:literal),*;)*) => {
        /// What a key can do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($(#[$doc])* $action,)*
        }

        impl Action {
            /// Every action, in the order in which they are listed.
            pub const ALL: &[Action] = &[$(Action::$action),*];

            /// Its name in the text.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Action::$action => $name,)* }
            }

            /// The keys that it has if nobody changes them.
            #[must_use]
            pub const fn usual(self) -> &'static [&'static str] {
                match self { $(Action::$action => &[$($key),*],)* }
            }
        }
    };
}

actions! {
    /// Play or pause.
    Play = "play": "space";
    /// To the previous moment at which something happens.
    StepBack = "step_back": "arrowleft";
    /// To the next one.
    StepForward = "step_forward": "arrowright";
    /// To the previous moment worth stopping at.
    LeapBack = "leap_back": "shift+arrowleft", "pageup";
    /// To the next one.
    LeapForward = "leap_forward": "shift+arrowright", "pagedown";
    /// To the beginning.
    Start = "start": "home";
    /// To the end.
    End = "end": "end";
    /// To a tenth of the run.
    Tenth = "tenth": "0-9";
    /// Slower.
    Slower = "slower": ",";
    /// Faster.
    Faster = "faster": ".";
    /// The job dies now.
    Crash = "crash": "c";
    /// Hide answers, or show them.
    Hide = "hide": "h";
    /// Help.
    Help = "help": "?";
    /// Present, or stop presenting.
    Present = "present": "p";
    /// A black screen while presenting.
    Blank = "blank": "b";
}

/// The key of [`Action::Tenth`]: any digit. It cannot be another one.
const DIGITS: &str = "0-9";

/// Keys that do something in every page, so that nothing else can be put on them.
const RESERVED: [&str; 5] = ["tab", "shift+tab", "enter", "escape", "shift+enter"];

/// Keys that only change what others do.
const MODIFIERS: [&str; 8] = ["shift", "control", "alt", "meta", "altgraph", "capslock", "dead", "unidentified"];

/// A key that was pressed, as the browser tells it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Press<'a> {
    /// The browser's name of the key, as `a`, `A`, `ArrowLeft`; letters that are not ASCII as small ones.
    pub key: &'a str,
    /// With Shift.
    pub shift: bool,
    /// With Ctrl or Cmd.
    pub control: bool,
    /// With Alt.
    pub alt: bool,
    /// Does the key go into a text field or a list?
    pub is_typing: bool,
    /// Does the space bar press the control that has the focus?
    pub is_on_control: bool,
    /// Is a dialog open?
    pub in_dialog: bool,
    /// How the page is presented.
    pub showing: Showing,
}

impl Press<'_> {
    /// The key by its name in the map: in small letters, with `shift+` before it where the key has a name. With a letter
    /// or a mark Shift does not count: some need it on one keyboard and not on another.
    #[must_use]
    pub fn name(&self) -> String {
        let key = if self.key == " " { "space".to_string() } else { self.key.to_ascii_lowercase() };
        if self.shift && key.chars().nth(1).is_some() {
            return format!("shift+{key}");
        }
        key
    }
}

/// Why a key cannot be given to an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Another action has it.
    By(Action),
    /// It belongs to the browser.
    Reserved,
}

/// What keys do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap {
    /// Do they do anything?
    pub is_on: bool,
    /// Actions with a key each.
    keys: Vec<(Action, String)>,
}

impl Default for KeyMap {
    fn default() -> Self {
        let keys = |action: &Action| action.usual().iter().map(|key| (*action, (*key).to_string())).collect::<Vec<_>>();
        KeyMap { is_on: true, keys: Action::ALL.iter().flat_map(keys).collect() }
    }
}

impl KeyMap {
    /// Reads what [`to_text`](Self::to_text) wrote. Lines that cannot be understood are skipped, and so is a text that is no
    /// map: a key that does what it usually does is no harm.
    #[must_use]
    pub fn parse(text: &str) -> KeyMap {
        let mut map = KeyMap::default();
        let mut lines = text.lines();
        if text.len() > MAX_KEYS_BYTES || lines.next() != Some(HEAD) {
            return map;
        }
        // First whatever gives up its key, so that the order of lines does not matter.
        let changes: Vec<(Action, &str)> = lines
            .filter_map(|line| {
                let (name, key) = line.split_once(' ').unwrap_or((line, ""));
                map.is_on &= line != "off";
                Some((Action::ALL.iter().copied().find(|action| action.name() == name)?, key))
            })
            .collect();
        for (action, _) in &changes {
            map.clear(*action);
        }
        for (action, key) in changes {
            if !key.is_empty() {
                let _ = map.give(action, key);
            }
        }
        map
    }

    /// The map as a text: what differs from the usual one.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = format!("{HEAD}\n");
        if !self.is_on {
            out.push_str("off\n");
        }
        for action in Action::ALL {
            if self.is_usual(*action) {
                continue;
            }
            let mut keys = self.keys_of(*action).peekable();
            if keys.peek().is_none() {
                out.push_str(action.name());
                out.push('\n');
            }
            for key in keys {
                out.extend([action.name(), " ", key, "\n"]);
            }
        }
        out
    }

    /// The keys of an action.
    pub fn keys_of(&self, action: Action) -> impl Iterator<Item = &str> {
        self.keys.iter().filter(move |(other, _)| *other == action).map(|(_, key)| key.as_str())
    }

    /// Has an action the keys that it has if nobody changes them?
    #[must_use]
    pub fn is_usual(&self, action: Action) -> bool {
        self.keys_of(action).eq(action.usual().iter().copied())
    }

    /// Takes its keys from an action.
    pub fn clear(&mut self, action: Action) {
        self.keys.retain(|(other, _)| *other != action);
    }

    /// Gives the keys back that an action usually has, as far as no other has them.
    pub fn restore(&mut self, action: Action) {
        self.clear(action);
        for key in action.usual() {
            let _ = self.give(action, key);
        }
    }

    /// Gives an action one key more.
    ///
    /// # Errors
    /// If another action has it, or it belongs to the browser.
    pub fn give(&mut self, action: Action, key: &str) -> Result<(), Taken> {
        let is_digit = |key: &str| key == DIGITS || (key.len() == 1 && key.as_bytes()[0].is_ascii_digit());
        let is_tenth = action == Action::Tenth;
        // A text of lines could not hold these.
        let is_blank = key.is_empty() || key.contains(|c: char| c.is_whitespace() || c.is_control());
        if RESERVED.contains(&key) || MODIFIERS.contains(&key) || is_blank || is_tenth != (key == DIGITS) {
            return Err(Taken::Reserved);
        }
        let is_same = |other: &str| other == key || (is_digit(other) && is_digit(key) && (is_tenth || other == DIGITS));
        match self.keys.iter().find(|(other, taken)| *other != action && is_same(taken)) {
            Some((other, _)) => Err(Taken::By(*other)),
            None => {
                if !self.keys_of(action).any(|other| other == key) {
                    let at = self.keys.partition_point(|(other, _)| *other as u8 <= action as u8);
                    self.keys.insert(at, (action, key.to_string()));
                }
                Ok(())
            }
        }
    }

    /// What a key press means; `None` if the page leaves it to the browser.
    #[must_use]
    pub fn message(&self, press: &Press) -> Option<Msg> {
        if press.alt || press.is_typing {
            return None;
        }
        if press.control {
            return match (press.key, press.shift) {
                ("z" | "Z", true) | ("y", false) => Some(Msg::Redo),
                ("z", false) => Some(Msg::Undo),
                _ => None,
            };
        }
        // A dialog is the browser's: Escape closes it and gives the focus back.
        if press.in_dialog {
            return None;
        }
        let name = press.name();
        if press.showing == Showing::Blank {
            // As with any presenter: whatever is pressed, the picture is back, and nothing else happens.
            return (!MODIFIERS.contains(&name.as_str())).then_some(Msg::Blank);
        }
        let is_presenting = press.showing == Showing::Presented;
        if press.key == "Escape" {
            return Some(if is_presenting { Msg::Present } else { Msg::Dismiss });
        }
        // A presenter's remote sends a full stop for the black screen, whatever else is on that key.
        if is_presenting && name == "." {
            return Some(Msg::Blank);
        }
        if !self.is_on || (name == "space" && press.is_on_control) {
            return None;
        }
        let digit = name.parse::<u8>().ok().filter(|_| name.len() == 1);
        let is_it = |key: &String| *key == name || (digit.is_some() && key == DIGITS);
        let (action, _) = self.keys.iter().find(|(_, key)| is_it(key))?;
        Some(match action {
            Action::Play => Msg::Toggle,
            Action::StepBack => Msg::Step(false),
            Action::StepForward => Msg::Step(true),
            Action::LeapBack => Msg::Leap(false),
            Action::LeapForward => Msg::Leap(true),
            Action::Start => Msg::ToStart,
            Action::End => Msg::ToEnd,
            Action::Tenth => Msg::SeekPart(f64::from(digit?) / 10.0),
            Action::Slower => Msg::Speed(false),
            Action::Faster => Msg::Speed(true),
            Action::Crash => Msg::CrashNow,
            Action::Hide => Msg::ToggleHide,
            Action::Help => Msg::Show(Some(Panel::Help)),
            Action::Present => Msg::Present,
            Action::Blank if is_presenting => Msg::Blank,
            Action::Blank => return None,
        })
    }
}

/// A key as people write it, but for letters that are not ASCII, which stay small: their capitals are left to the browser,
/// since a table of them would be a part of the page. `space` is the word for the space bar.
#[must_use]
pub fn shown(key: &str, space: &'static str) -> String {
    let (shift, key) = key.strip_prefix("shift+").map_or(("", key), |key| ("⇧", key));
    let name = match key {
        "space" => space,
        "arrowleft" => "←",
        "arrowright" => "→",
        "arrowup" => "↑",
        "arrowdown" => "↓",
        "pageup" => "PgUp",
        "pagedown" => "PgDn",
        DIGITS => "0–9",
        _ => "",
    };
    if !name.is_empty() {
        return format!("{shift}{name}");
    }
    let mut letters = key.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    shift.chars().chain(first).chain(letters).collect()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
