//! Where the draft is kept: in the browser, which may have no room or not let us.

use crate::app::draft::kept::Kept;
use crate::ui::browser;
use web_sys::{window, Storage};

const NAME: &str = "draft";
const KEY: &str = "exactly-once-lab.draft";

/// The storage of this tab, which outlives a reload; then that of all tabs, which outlives the tab.
fn storages() -> [Option<Storage>; 2] {
    let window = window();
    [
        window.as_ref().and_then(|w| w.session_storage().ok().flatten()),
        window.as_ref().and_then(|w| w.local_storage().ok().flatten()),
    ]
}

/// What was kept; nothing if there is nothing or the browser does not tell.
pub fn load() -> Kept {
    let stored = storages().into_iter().flatten().find_map(|storage| storage.get_item(KEY).ok().flatten());
    // Where nothing may be stored it is in the window, as long as that is open.
    stored.or_else(|| browser::setting(NAME)).map(|stored| Kept::parse(&stored)).unwrap_or_default()
}

/// Keeps a draft. Where there is no room, earlier drafts are let go, the oldest first. False if it cannot be kept at all.
pub fn save(kept: &Kept) -> bool {
    let mut is_kept = false;
    for storage in storages().into_iter().flatten() {
        // What is left out for want of room here may still find room in the other one.
        let mut kept = kept.clone();
        loop {
            if storage.set_item(KEY, &kept.to_text()).is_ok() {
                is_kept = true;
                break;
            }
            if !kept.let_go() {
                break;
            }
        }
    }
    if !is_kept {
        browser::hand_over(NAME, &kept.to_text());
    }
    is_kept
}
