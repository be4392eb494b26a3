//! The studio: the part of the page that is loaded when one of its rooms is opened.

fn main() {
    exactly_once_lab::ui::studio::start();
}
