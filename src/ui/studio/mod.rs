//! The studio: rooms that not every visitor needs, in a module of their own that is loaded when one of them is opened.
//!
//! It shows what the address says and changes nothing but the address. Leaving a room means to take `room=` out of it; the
//! lab, which is still there below, then opens what the link says.

mod code;
mod compare;
mod explore;
mod frame;
mod keys;
mod table;
mod take;
mod write;

pub use frame::Studio;

use crate::app::share::Link;
use crate::i18n::Lang;
use std::rc::Rc;
use yew::prelude::*;

/// What a room is given.
#[derive(Clone, Debug, Properties, PartialEq)]
pub struct RoomProps {
    /// What the address says. A room that needs more than this reads the parameter from [`hash`](Self::hash).
    pub link: Rc<Link>,
    /// The whole text after the `#`.
    pub hash: AttrValue,
    /// The language.
    pub lang: Lang,
}

/// Mounts the studio.
pub fn start() {
    super::panic::mount::<Studio>("studio");
}
