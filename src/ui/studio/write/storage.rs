//! Where the draft is kept: in the browser, which may have no room or not let us; then in the name of the tab's window,
//! which outlives a reload but not the tab.

use crate::app::draft::kept::Kept;
use web_sys::{window, Storage};

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
    let named = || window()?.name().ok()?.strip_prefix(KEY).map(str::to_string);
    stored.or_else(named).map(|stored| Kept::parse(&stored)).unwrap_or_default()
}

/// Keeps a draft. Where there is no room, earlier drafts are let go, the oldest first. False if it
/// lasts only as long as the tab.
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
    if let Some(window) = window().filter(|_| !is_kept) {
        // No name can be refused.
        let _ = window.set_name(&format!("{KEY}{}", kept.to_text()));
    }
    is_kept
}
