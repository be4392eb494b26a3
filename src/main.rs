//! The page. Everything that it shows is in the library.

fn main() {
    exactly_once_lab::ui::start();
}
