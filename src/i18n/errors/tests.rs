//! Every kind of mistake is said in every language.

use super::say;
use crate::i18n::Lang;
use crate::sim::id::Time;
use crate::sim::scenario::{Allowed, ErrorCode, Kind, NameRule, Scenario, ScenarioError, Unit};
use expect_test::expect;
use std::fmt::Write as _;

/// One of each kind of what is allowed.
fn every_allowed() -> Vec<Allowed> {
    let list = || vec!["kill".to_string(), "fail".to_string()];
    let mut all = vec![
        Allowed::Json { line: 2, column: 12 },
        Allowed::OneOf(list()),
        Allowed::Fields(list()),
        Allowed::ExactlyOne(list()),
        Allowed::Whole { min: 1, max: 4 },
        Allowed::Seconds { min: Time(1), max: Time(3000) },
        Allowed::NotBefore(Time(2500)),
        Allowed::After(Time(3000)),
        Allowed::Without("records".to_string()),
        Allowed::OnlyWith { field: "checkpointing.mode", value: "exactly_once" },
        Allowed::Unused,
        Allowed::NameWithout(NameRule::Key),
        Allowed::NameWithout(NameRule::Source),
        Allowed::Syntax("emit N"),
        Allowed::Instead { word: "x".to_string(), of: Box::new(Allowed::Whole { min: 0, max: 9 }) },
    ];
    all.extend([Kind::Text, Kind::Boolean, Kind::List, Kind::Object, Kind::TextOrObject].map(Allowed::Type));
    let units = [
        Unit::Bytes,
        Unit::Records,
        Unit::Sources,
        Unit::Sinks,
        Unit::Faults,
        Unit::Jitters,
        Unit::Steps,
        Unit::Moments,
    ];
    all.extend(units.map(|unit| Allowed::AtMost { limit: 6, unit }));
    all.push(Allowed::AtLeast { limit: 1, unit: Unit::Sinks });
    all
}

#[test]
fn every_mistake_is_a_sentence_with_field_and_value() {
    for code in ErrorCode::ALL {
        for allowed in every_allowed() {
            let error =
                ScenarioError { code: *code, field: "sinks[0].kind".into(), value: "\"kafka\"".into(), allowed };
            let (en, zh) = (say(Lang::En, &error), say(Lang::Zh, &error));
            assert!(en.starts_with("sinks[0].kind: ") && en.ends_with('.'), "{en}");
            assert!(zh.starts_with("sinks[0].kind：") && zh.ends_with('。'), "{zh}");
            let names_value = !matches!(code, ErrorCode::UnknownField | ErrorCode::MissingField);
            assert_eq!(zh.contains("\"kafka\""), names_value, "{zh}");
        }
    }
}

#[test]
fn what_is_allowed_reads_well() {
    let mut text = String::new();
    for allowed in every_allowed() {
        let error = ScenarioError { code: ErrorCode::OutOfRange, field: String::new(), value: "7".into(), allowed };
        let _ = writeln!(text, "{}", say(Lang::Zh, &error));
    }
    expect![[r#"
        整个场景：7 在这里不允许；应为：JSON 文本（请看第 2 行第 12 列）。
        整个场景：7 在这里不允许；应为：kill、fail。
        整个场景：7 在这里不允许；应为：kill、fail。
        整个场景：7 在这里不允许；应为：kill、fail 中恰好一个。
        整个场景：7 在这里不允许；应为：1 到 4 的整数。
        整个场景：7 在这里不允许；应为：0.001 到 3 秒，最多三位小数。
        整个场景：7 在这里不允许；应为：2.5 秒或更晚。
        整个场景：7 在这里不允许；应为：晚于 3 秒。
        整个场景：7 在这里不允许；应为：不与 records 同时出现。
        整个场景：7 在这里不允许；应为：仅当 checkpointing.mode 为 exactly_once 时可用。
        整个场景：7 在这里不允许；应为：其他数据源没有用过的名字。
        整个场景：7 在这里不允许；应为：至少一个字符，不含控制字符、@ 和 #。
        整个场景：7 在这里不允许；应为：至少一个字符，不含控制字符、空白和 ;。
        整个场景：7 在这里不允许；应为：emit N。
        整个场景：7 在这里不允许；应为：把 x 换成 0 到 9 的整数。
        整个场景：7 在这里不允许；应为：字符串。
        整个场景：7 在这里不允许；应为：true 或 false。
        整个场景：7 在这里不允许；应为：列表。
        整个场景：7 在这里不允许；应为：对象。
        整个场景：7 在这里不允许；应为：字符串或对象。
        整个场景：7 在这里不允许；应为：最多 6 字节。
        整个场景：7 在这里不允许；应为：最多 6 条记录（所有数据源合计）。
        整个场景：7 在这里不允许；应为：最多 6 个数据源。
        整个场景：7 在这里不允许；应为：最多 6 个输出端。
        整个场景：7 在这里不允许；应为：最多 6 个故障。
        整个场景：7 在这里不允许；应为：最多 6 个 jitter 故障。
        整个场景：7 在这里不允许；应为：最多 6 个步骤。
        整个场景：7 在这里不允许；应为：最多 6 个时刻。
        整个场景：7 在这里不允许；应为：至少 1 个输出端。
    "#]]
    .assert_eq(&text);
}

#[test]
fn real_mistakes_read_well() {
    let cases = [
        r#"{"format": 1, "records": [], "sinks": [{"kind": "kafka"}]}"#,
        r#"{"format": 1, "records": [], "sinks": []}"#,
        r#"{"format": 1, "records": [], "sinks": [{"kind": "append", "flash": 1}]}"#,
        r#"{"format": 1, "sinks": [{"kind": "append"}]}"#,
        r#"{"format": 1, "records": [{"t": 2, "key": "a", "value": 1}, {"t": 1, "key": "a", "value": 1}], "sinks": []}"#,
        r#"{"format": 1, "records": [], "sinks": [{"kind": "append"}], "story": "emit 1; emit x"}"#,
        r#"{"format": 1, "records": [], "sinks": [{"kind": "append"}], "story": "jump"}"#,
        r#"{"format": 1, "#,
    ];
    let mut text = String::new();
    for case in cases {
        let error = Scenario::from_json(case).expect_err(case);
        let _ = writeln!(text, "{}\n{}", say(Lang::En, &error), say(Lang::Zh, &error));
    }
    expect![[r#"
        sinks[0].kind: "kafka" is not allowed here; allowed: append, upsert, increment, write_ahead_log, two_phase_commit, committer, file.
        sinks[0].kind："kafka" 在这里不允许；应为：append、upsert、increment、write_ahead_log、two_phase_commit、committer、file。
        sinks: 0 are too few; allowed: at least 1 sink.
        sinks：0 个，太少了；应为：至少 1 个输出端。
        sinks[0].flash: no such field here; allowed: kind, buffer, flush.
        sinks[0].flash：这里没有这个字段；应为：kind、buffer、flush。
        scenario: a field is missing; allowed: exactly one of records, sources.
        整个场景：少了一个字段；应为：records、sources 中恰好一个。
        records[1].t: 1 comes too early; allowed: 2 s or later.
        records[1].t：1 太早了；应为：2 秒或更晚。
        story[1]: "emit x" is not a step; allowed: in place of x: a whole number from 0 to 4294967295.
        story[1]："emit x" 不是剧本的步骤；应为：把 x 换成 0 到 4294967295 的整数。
        story[0]: "jump" is not a step; allowed: in place of jump: emit, barrier, complete, notify, lose_notification, checkpoint, abort, fail, crash, arm, expire, hold, release, lose_reply, away, back, finish, end, complete_final, cancel, stop_with_savepoint, wait.
        story[0]："jump" 不是剧本的步骤；应为：把 jump 换成 emit、barrier、complete、notify、lose_notification、checkpoint、abort、fail、crash、arm、expire、hold、release、lose_reply、away、back、finish、end、complete_final、cancel、stop_with_savepoint、wait。
        scenario: "{"format": 1, " is not JSON; allowed: JSON text (look at line 1, column 14).
        整个场景："{"format": 1, " 不是 JSON；应为：JSON 文本（请看第 1 行第 14 列）。
    "#]].assert_eq(&text);
}
