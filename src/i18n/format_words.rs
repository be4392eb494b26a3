//! The words of the scenario format as people read them: field names and values.

use super::Lang;

/// Words of the format with their Chinese; in English they are read as written, with spaces.
const ZH: &[(&str, &str)] = &[
    ("abort", "回滚"),
    ("close", "关闭"),
    ("create", "创建"),
    ("look up", "查询"),
    ("rename", "改名"),
    ("truncate", "截断"),
    ("add", "累加"),
    ("all", "全部"),
    ("append", "追加"),
    ("abort_checkpoint", "检查点"),
    ("at", "时刻"),
    ("begin", "开始事务"),
    ("delay_notification", "检查点"),
    ("fencing", "隔离旧尝试"),
    ("late", "迟到（秒）"),
    ("lose_reply", "哪种请求"),
    ("mark", "标记"),
    ("nth", "第几次"),
    ("prepare", "预提交"),
    ("put", "写入键值"),
    ("write", "写入事务"),
    ("at_barrier", "屏障处写出"),
    ("at_least_once", "至少一次"),
    ("brisk", "轻快"),
    ("buffer", "缓冲条数"),
    ("by", "推迟"),
    ("checkpoint", "检查点"),
    ("checkpoint_store", "检查点存储"),
    ("commit", "提交"),
    ("committer", "写入器与提交器"),
    ("count", "按键计数"),
    ("default", "输入结束时"),
    ("delivered", "送达"),
    ("exactly_once", "精确一次"),
    ("expire", "哪些事务"),
    ("external", "外部系统"),
    ("fact", "事件"),
    ("factor", "倍数"),
    ("fail", "任务抛异常"),
    ("file", "文件"),
    ("flush", "写出时机"),
    ("from", "从"),
    ("how", "方式"),
    ("idempotent", "无影响"),
    ("ignore_failures_after_timeout", "超时后忽略失败"),
    ("in_flight", "在途请求"),
    ("increment", "累加"),
    ("key", "键"),
    ("kill", "杀死进程"),
    ("log", "日志"),
    ("lose_notification", "检查点"),
    ("lost", "丢失"),
    ("never", "从不"),
    ("on_checkpoint", "每个检查点"),
    ("outage", "不可用者"),
    ("pass", "直接传递"),
    ("point", "协议点"),
    ("prepared", "已预提交"),
    ("read_committed", "只读已提交"),
    ("read_uncommitted", "读未提交"),
    ("readers", "读者"),
    ("reapply", "再次应用"),
    ("record", "记录的键"),
    ("record_and_attempt", "键与当前时间"),
    ("record_and_offset", "键与偏移量"),
    ("roll", "滚动时机"),
    ("seed", "种子"),
    ("skip", "跳过次数"),
    ("slow_restart", "重启慢"),
    ("slow_sink", "输出慢"),
    ("slow_store", "存储慢"),
    ("socket", "socket"),
    ("strict", "拒绝"),
    ("target", "写到"),
    ("tight_checkpoints", "检查点极快"),
    ("to", "到"),
    ("transaction_timeout", "事务超时（秒）"),
    ("two_phase_commit", "两阶段提交"),
    ("up_to", "至多（秒）"),
    ("upsert", "幂等键值写"),
    ("write_ahead_log", "预写日志"),
];

/// A word of the format as people read it. One that is not known stays as it is.
#[must_use]
pub fn format_word(lang: Lang, word: &str) -> String {
    let zh = ZH.iter().find(|(name, _)| lang == Lang::Zh && *name == word);
    zh.map_or_else(|| word.replace('_', " "), |(_, zh)| (*zh).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::{Kind, FAULTS, JOB, SINKS};

    fn check(word: &str) {
        assert!(ZH.iter().any(|(name, _)| *name == word), "{word} has no Chinese");
    }

    fn check_names(value: &serde_json::Value) {
        for (name, value) in value.as_object().into_iter().flatten() {
            if value.is_object() {
                check_names(value);
            } else if name != "crash" {
                check(name);
            }
        }
    }

    #[test]
    fn every_word_that_settings_show_is_known() {
        let choices = |kind: &Kind| if let Kind::Choice(choices) = kind { choices.to_vec() } else { Vec::new() };
        JOB.iter().flat_map(|setting| choices(&setting.kind)).for_each(check);
        for sink in SINKS {
            check(sink.kind);
            for field in sink.fields {
                check(field.path);
                choices(&field.kind).into_iter().for_each(check);
            }
        }
        for fault in FAULTS {
            check_names(&serde_json::from_str(fault.json).expect(fault.json));
        }
        for name in ["how", "in_flight", "expire", "outage", "lose_reply"] {
            check(name);
            crate::app::settings::fault_choices(name).into_iter().flatten().for_each(|word| check(word));
        }
    }
}
