use super::*;

const GOOD: &[&str] = &[
    " null ",
    "true",
    "false",
    "[]",
    "{}",
    "[ ]",
    "{ }",
    "0",
    "-0",
    "10",
    "1.50",
    "-1.5e-3",
    "2E+7",
    "\"\"",
    r#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é中""#,
    r#"{"a": [1, {"b": null}, "c"], "d": {}, "a": 2}"#,
];
const BAD: &[&str] = &[
    "",
    " ",
    "nul",
    "nulL",
    "tru",
    "[",
    "[1",
    "[1,",
    "[1,]",
    "[,]",
    "[1 2]",
    "{",
    "{\"a\"",
    "{\"a\":",
    "{\"a\":1",
    "{\"a\":1,",
    "{\"a\":1,}",
    "{a:1}",
    "{\"a\" 1}",
    "{1:2}",
    "01",
    "-",
    "-a",
    "1.",
    "1.a",
    "1e",
    "1e+",
    ".5",
    "+1",
    "\"",
    "\"a",
    "\"\\",
    "\"\\x\"",
    "\"\n\"",
    "\"\\u12\"",
    "\"\\u12g4\"",
    "\"\\ud800\"",
    "\"\\udc00\"",
    "\"\\ud800\\u0041\"",
    "1 2",
    "[1]]",
    "[1}",
    "{\"a\":1]",
    "é",
    "[é]",
    "1\n,\n2",
];

/// serde_json is the judge of what is JSON and where it stops to be.
#[test]
fn what_is_json_is_read_and_nothing_else() {
    for text in GOOD {
        let theirs: serde_json::Value = serde_json::from_str(text).expect(text);
        let ours = Tree::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(serde_json::Value::from(&ours), theirs, "{text}");
        assert_eq!(Tree::parse(&ours.to_string()).as_ref(), Ok(&ours), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&ours.to_string()).ok(), Some(theirs), "{text}");
    }
    for text in BAD {
        let error = Tree::parse(text).expect_err(text);
        let theirs = serde_json::from_str::<serde_json::Value>(text).expect_err(text);
        // Of codes of characters it names the last of four digits.
        if !text.contains("\\u") {
            let lines: Vec<&[u8]> = text.as_bytes()[..error.at].split(|byte| *byte == b'\n').collect();
            assert_eq!(
                (lines.len(), lines[lines.len() - 1].len()),
                (theirs.line(), theirs.column()),
                "{text}: {theirs}"
            );
        }
    }
}

#[test]
fn what_is_too_deep_is_refused() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(Tree::parse(&nested(127)).is_ok());
    assert!(Tree::parse(&nested(128)).is_err());
    assert!(Tree::parse(&nested(500_000)).is_err());
    for depth in [127, 128] {
        let theirs = serde_json::from_str::<serde_json::Value>(&nested(depth));
        assert_eq!(Tree::parse(&nested(depth)).is_ok(), theirs.is_ok(), "{depth}");
    }
}

#[test]
fn numbers_are_read_exactly() {
    for (number, milliseconds) in [
        ("0", Some(0)),
        ("-0", Some(0)),
        ("-0.0e5", Some(0)),
        ("1", Some(1000)),
        ("4.65", Some(4650)),
        ("4.6500", Some(4650)),
        ("0.001", Some(1)),
        ("0.0001", None),
        ("1e2", Some(100_000)),
        ("1E+2", Some(100_000)),
        ("1500e-3", Some(1500)),
        ("15e-4", None),
        ("-2.5", Some(-2500)),
        ("0.30000000000000004", None),
        ("999999999999999", Some(999_999_999_999_999_000)),
        ("9999999999999999", None),
        ("1e400", None),
        ("1e99999999999999999999", None),
        ("0e99999999999999999999", Some(0)),
        ("1e-400", None),
    ] {
        assert_eq!(scaled(number, 3), milliseconds, "{number}");
    }
    assert_eq!(scaled("3.0", 0), Some(3));
    assert_eq!(scaled("3.5", 0), None);
    assert_eq!(scaled("-1000000000", 0), Some(-1_000_000_000));
}

#[test]
fn fields_are_put_found_and_taken_out() {
    let mut tree = Tree::parse(r#"{"a": 1, "b": 2, "a": 3}"#).expect("JSON");
    assert_eq!(tree.get("a"), Some(&Tree::from(3u32)));
    *tree.field("b") = true.into();
    *tree.field("c").field("d") = "e".into();
    tree.remove("a");
    assert_eq!(tree.to_string(), r#"{"b":true,"c":{"d":"e"}}"#);
}

#[test]
fn what_fits_on_a_line_stands_on_one() {
    for depth in 1..9 {
        for (length, fits) in [(WIDTH - depth * INDENT, true), (WIDTH - depth * INDENT + 1, false)] {
            let list = format!("[1, \"{}\"]", "x".repeat(length - 7));
            // What is around it is too long for a line.
            let around = (0..depth).fold(list.clone(), |inner, _| format!("[{inner}, \"{}\"]", "y".repeat(WIDTH)));
            let mut out = String::new();
            Tree::parse(&around).expect("JSON").write_pretty(&mut out, 0, 0);
            let line = format!("{}{list},", " ".repeat(depth * INDENT));
            assert_eq!(out.lines().any(|one| one == line), fits, "{depth}, {length}: {out}");
        }
    }
}

#[test]
fn a_name_takes_its_room_on_the_line() {
    for name in ["a", "key", "checkpointing"] {
        let start = format!("{}\"{name}\": ", " ".repeat(INDENT));
        for (length, fits) in [(WIDTH - start.len(), true), (WIDTH - start.len() + 1, false)] {
            let list = format!("[1, \"{}\"]", "x".repeat(length - 7));
            let mut out = String::new();
            Tree::parse(&format!("{{\"{name}\":{list}}}")).expect("JSON").write_pretty(&mut out, 0, 0);
            assert_eq!(out.lines().any(|one| one == format!("{start}{list}")), fits, "{name}, {length}: {out}");
        }
    }
}

#[test]
fn what_has_a_short_escape_is_written_with_it() {
    let text = "\"\\\u{8}\u{c}\n\r\t\u{0}\u{1f}/ é中";
    assert_eq!(Tree::Text(text.into()).to_string(), r#""\"\\\b\f\n\r\t\u0000\u001f/ é中""#);
}
