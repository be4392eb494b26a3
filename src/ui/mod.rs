//! The page: the only code that knows there is a browser.

mod about;
mod app;
mod browser;
mod crash_map;
mod doors;
pub mod el;
mod faults;
mod files;
mod header;
mod icons;
mod inputs;
mod job;
mod keys;
mod lane;
mod leaf;
mod learn;
mod links;
mod listeners;
mod log;
mod memo;
mod more;
mod moving;
mod narration;
mod panels;
mod panic;
mod picture;
mod present;
mod rows;
mod side;
mod still;
mod strip;
pub mod studio;
mod texts;
mod timeline;
mod token;
mod transport;

pub use app::App;
pub use panic::start;

use crate::app::model::Model;
use crate::app::update::Msg;
use crate::i18n::Words;
use yew::prelude::*;

/// Sends a message to the page.
pub type Send = Callback<Msg>;

/// A callback that sends always the same message.
fn send<E>(to: &Send, msg: Msg) -> Callback<E> {
    let to = to.clone();
    Callback::from(move |_| to.emit(msg.clone()))
}

/// A number with two decimals. The standard library's way to print numbers with a fraction costs more of the page than
/// everything that is printed with it.
fn fixed(number: f64) -> String {
    let hundredths = (number * 100.0).round() as i32;
    let sign = if hundredths < 0 { "-" } else { "" };
    let hundredths = hundredths.unsigned_abs();
    format!("{sign}{}.{}{}", hundredths / 100, hundredths / 10 % 10, hundredths % 10)
}

/// The words of the language that is spoken.
fn words(model: &Model) -> &'static Words {
    model.lang.words()
}
