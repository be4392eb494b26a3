//! Errors in Chinese, made of their typed fields.

use crate::sim::scenario::{Allowed, ErrorCode, Kind, NameRule, ScenarioError, Unit};

/// The whole sentence.
pub(super) fn sentence(error: &ScenarioError) -> String {
    let field = if error.field.is_empty() { "整个场景" } else { &error.field };
    let what = mistake(error);
    let allowed = allowed(&error.allowed);
    format!("{field}：{what}；应为：{allowed}。")
}

fn mistake(error: &ScenarioError) -> String {
    let value = &error.value;
    match error.code {
        ErrorCode::BadJson => format!("{value} 不是 JSON"),
        ErrorCode::TooLong => format!("{value} 太长"),
        ErrorCode::WrongType => format!("{value} 的类型不对"),
        ErrorCode::UnknownField => "这里没有这个字段".to_string(),
        ErrorCode::MissingField if matches!(error.allowed, Allowed::ExactlyOne(_)) => "少了一个字段".to_string(),
        ErrorCode::MissingField => "缺少这个字段".to_string(),
        ErrorCode::OutOfRange | ErrorCode::UnknownValue | ErrorCode::BadName => format!("{value} 在这里不允许"),
        ErrorCode::TooMany => format!("{value} 个，太多了"),
        ErrorCode::TooFew => format!("{value} 个，太少了"),
        ErrorCode::NotTogether => format!("{value} 与其他字段冲突"),
        ErrorCode::DuplicateName => format!("{value} 重复了"),
        ErrorCode::NotRising => format!("{value} 太早了"),
        ErrorCode::BadStoryStep => format!("{value} 不是剧本的步骤"),
    }
}

fn allowed(allowed: &Allowed) -> String {
    match allowed {
        Allowed::Json { line, column } => format!("JSON 文本（请看第 {line} 行第 {column} 列）"),
        Allowed::Type(kind) => type_name(*kind).to_string(),
        Allowed::OneOf(list) | Allowed::Fields(list) => list.join("、"),
        Allowed::ExactlyOne(list) => format!("{} 中恰好一个", list.join("、")),
        Allowed::Whole { min, max } => format!("{min} 到 {max} 的整数"),
        Allowed::Seconds { min, max } => format!("{min} 到 {max} 秒，最多三位小数"),
        Allowed::AtMost { limit, unit } => format!("最多 {limit} {}", counted(*unit)),
        Allowed::AtLeast { limit, unit } => format!("至少 {limit} {}", counted(*unit)),
        Allowed::NotBefore(time) => format!("{time} 秒或更晚"),
        Allowed::After(time) => format!("晚于 {time} 秒"),
        Allowed::Without(field) => format!("不与 {field} 同时出现"),
        Allowed::OnlyWith { field, value } => format!("仅当 {field} 为 {value} 时可用"),
        Allowed::Unused => "其他数据源没有用过的名字".to_string(),
        Allowed::NameWithout(rule) => format!("至少一个字符，{}", forbidden(*rule)),
        Allowed::Syntax(syntax) => (*syntax).to_string(),
        Allowed::Instead { word, of } => format!("把 {word} 换成 {}", self::allowed(of)),
    }
}

const fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "字符串",
        Kind::Boolean => "true 或 false",
        Kind::List => "列表",
        Kind::Object => "对象",
        Kind::TextOrObject => "字符串或对象",
    }
}

/// The classifier and what is counted.
const fn counted(unit: Unit) -> &'static str {
    match unit {
        Unit::Bytes => "字节",
        Unit::Records => "条记录（所有数据源合计）",
        Unit::Sources => "个数据源",
        Unit::Sinks => "个输出端",
        Unit::Faults => "个故障",
        Unit::Jitters => "个 jitter 故障",
        Unit::Steps => "个步骤",
        Unit::Moments => "个时刻",
    }
}

const fn forbidden(rule: NameRule) -> &'static str {
    match rule {
        NameRule::Key => "不含控制字符、@ 和 #",
        NameRule::Source => "不含控制字符、空白和 ;",
    }
}
