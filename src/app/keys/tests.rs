use super::*;
use proptest::prelude::*;

fn press(key: &str) -> Press<'_> {
    Press { key, ..Press::default() }
}

#[test]
fn every_usual_key_does_its_action_and_no_two_share_one() {
    let map = KeyMap::default();
    let mut seen = Vec::new();
    for action in Action::ALL {
        for key in action.usual() {
            assert!(!seen.contains(key), "{key}");
            seen.push(key);
        }
    }
    let wanted = [
        (press(" "), Msg::Toggle),
        (press("ArrowRight"), Msg::Step(true)),
        (Press { shift: true, ..press("ArrowRight") }, Msg::Leap(true)),
        (press("PageUp"), Msg::Leap(false)),
        (press("Home"), Msg::ToStart),
        (press("End"), Msg::ToEnd),
        (press("c"), Msg::CrashNow),
        (Press { shift: true, ..press("C") }, Msg::CrashNow),
        (press("7"), Msg::SeekPart(0.7)),
        (Press { shift: true, ..press("?") }, Msg::Show(Some(Panel::Help))),
        (press("."), Msg::Speed(true)),
        (press("Escape"), Msg::Dismiss),
        (Press { control: true, ..press("z") }, Msg::Undo),
        (Press { control: true, shift: true, ..press("Z") }, Msg::Redo),
    ];
    for (press, msg) in wanted {
        assert_eq!(map.message(&press), Some(msg), "{press:?}");
    }
}

#[test]
fn a_presenter_s_remote_leaps_and_blanks_the_screen() {
    let map = KeyMap::default();
    let presented = |key| map.message(&Press { showing: Showing::Presented, ..press(key) });
    assert_eq!(presented("PageDown"), Some(Msg::Leap(true)));
    assert_eq!(presented("PageUp"), Some(Msg::Leap(false)));
    for key in [".", "b", "B"] {
        assert_eq!(presented(key), Some(Msg::Blank), "{key}");
    }
    assert_eq!(presented("Escape"), Some(Msg::Present));
    assert_eq!((map.message(&press("p")), presented("p")), (Some(Msg::Present), Some(Msg::Present)));
    // Nothing to blank while nobody presents.
    assert_eq!(map.message(&press("b")), None);
}

#[test]
fn whatever_is_pressed_brings_the_picture_back_and_does_nothing_else() {
    let map = KeyMap { is_on: false, ..KeyMap::default() };
    let blank = |key| map.message(&Press { showing: Showing::Blank, ..press(key) });
    for key in ["PageDown", ".", "b", "c", " ", "Escape", "x"] {
        assert_eq!(blank(key), Some(Msg::Blank), "{key}");
    }
    assert_eq!(blank("Shift"), None);
}

#[test]
fn what_belongs_to_others_is_left_to_them() {
    let map = KeyMap::default();
    let left = [
        Press { alt: true, ..press("h") },
        Press { control: true, ..press("c") },
        Press { is_typing: true, ..press("c") },
        Press { is_typing: true, control: true, ..press("z") },
        Press { is_on_control: true, ..press(" ") },
        Press { in_dialog: true, ..press("c") },
        Press { in_dialog: true, ..press("Escape") },
        press("x"),
        press("Tab"),
        press("é"),
        press(""),
    ];
    for press in left {
        assert_eq!(map.message(&press), None, "{press:?}");
    }
}

#[test]
fn switched_off_they_do_nothing_but_what_every_program_does() {
    let map = KeyMap { is_on: false, ..KeyMap::default() };
    for key in [" ", "c", "5", "ArrowLeft", "?", "Home"] {
        assert_eq!(map.message(&press(key)), None, "{key}");
    }
    assert_eq!(map.message(&Press { control: true, ..press("z") }), Some(Msg::Undo));
    assert_eq!(map.message(&press("Escape")), Some(Msg::Dismiss));
    assert_eq!(KeyMap::parse(&map.to_text()), map);
}

#[test]
fn a_key_can_be_changed_and_the_old_one_does_nothing_then() {
    let mut map = KeyMap::default();
    map.clear(Action::Crash);
    assert_eq!(map.give(Action::Crash, "x"), Ok(()));
    assert_eq!((map.message(&press("c")), map.message(&press("X"))), (None, Some(Msg::CrashNow)));
    assert_eq!(KeyMap::parse(&map.to_text()), map);
    assert_eq!(map.to_text(), "exactly-once-lab keys 1\ncrash x\n");
    map.restore(Action::Crash);
    assert_eq!(map.message(&press("c")), Some(Msg::CrashNow));
}

#[test]
fn two_actions_can_change_their_keys_in_any_order() {
    for text in ["crash h\nhide c\n", "hide c\ncrash h\n"] {
        let map = KeyMap::parse(&format!("{HEAD}\n{text}"));
        assert_eq!(map.message(&press("h")), Some(Msg::CrashNow));
        assert_eq!(map.message(&press("c")), Some(Msg::ToggleHide));
    }
}

#[test]
fn a_key_that_is_taken_is_not_given_twice() {
    let mut map = KeyMap::default();
    assert_eq!(map.give(Action::Crash, "h"), Err(Taken::By(Action::Hide)));
    assert_eq!(map.give(Action::Crash, "5"), Err(Taken::By(Action::Tenth)));
    for key in ["tab", "escape", "shift", "", "0-9", "x\r", "a b", "\u{a0}"] {
        assert_eq!(map.give(Action::Crash, key), Err(Taken::Reserved), "{key}");
    }
    assert_eq!(map, KeyMap::default());
    map.clear(Action::Tenth);
    assert_eq!(map.give(Action::Crash, "5"), Ok(()));
    assert_eq!(map.message(&press("5")), Some(Msg::CrashNow));
    map.restore(Action::Tenth);
    assert_eq!(map.message(&press("6")), None, "its digits are not all free");
}

#[test]
fn keys_are_shown_as_they_stand_on_keyboards() {
    let shown: Vec<String> =
        ["c", "space", "shift+arrowleft", "pageup", "0-9", "home", "?"].map(|k| shown(k, "space")).into();
    assert_eq!(shown, ["C", "space", "⇧←", "PgUp", "0–9", "Home", "?"]);
}

proptest! {
    #[test]
    fn any_text_is_a_map_and_any_map_is_read_back_as_written(
        lines in prop::collection::vec(("(off|play|crash|hide|tenth|help|step_back|x)", "[a-d0-9 +\\-]{0,4}|space|tab|\\PC{0,5}"), 0..12),
    ) {
        let body: String = lines.iter().map(|(action, key)| format!("{action} {key}\n")).collect();
        let map = KeyMap::parse(&format!("{HEAD}\n{body}"));
        prop_assert_eq!(KeyMap::parse(&map.to_text()), map);
        prop_assert_eq!(KeyMap::parse(&body), KeyMap::default());
    }
}
