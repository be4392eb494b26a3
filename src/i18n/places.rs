//! The named points of a protocol and the kinds of facts in words, as far as a fault waits for one.

use super::format_words::format_word;
use super::Lang;
use crate::sim::fact::FactName;
use crate::sim::point::Point;

macro_rules! points {
    ($($variant:ident = $en:literal, $zh:literal;)*) => {
        /// A point without an offset.
        fn named(lang: Lang, point: Point) -> &'static str {
            match (lang, point) {
                $((Lang::En, Point::$variant) => $en, (Lang::Zh, Point::$variant) => $zh,)*
                _ => "",
            }
        }
    };
}

points! {
    SinkSnapshot = "at the barrier, before the sink flushes", "屏障处，输出端写出之前";
    TwoPhaseBegin = "before a transaction begins", "事务开始之前";
    TwoPhasePrecommitBefore = "before the transaction is prepared", "事务预提交之前";
    TwoPhasePrecommitAfter = "after the transaction is prepared", "事务预提交之后";
    TwoPhaseCommitBefore = "before a commit that a notification asked for", "得到通知后、提交之前";
    TwoPhaseCommitAfter = "after such a commit, before the sink knows of it", "通知后的提交已生效、输出端得知之前";
    TwoPhaseRecoverBefore = "before a restored transaction is committed", "恢复的事务提交之前";
    TwoPhaseRecoverAfter = "after a restored transaction is committed", "恢复的事务提交之后";
    CommitterFlush = "at the barrier, before the writer flushes", "屏障处，写入器写出之前";
    CommitterPrecommitBefore = "before the writer prepares its transaction", "写入器预提交之前";
    CommitterPrecommitAfter = "after the writer has prepared its transaction", "写入器预提交之后";
    CommitterCommitBefore = "before the committer commits", "提交器提交之前";
    CommitterCommitAfter = "after the commit, before the committer knows", "提交之后，提交器得知之前";
    CommitterKnownFailure = "before a commit is applied, where a known failure would show", "提交生效之前，判断是否已知失败时";
    CommitterUnknownFailure = "before a commit is applied, where an unknown failure would show", "提交生效之前，判断是否未知失败时";
    CommitterRetry = "before a commit is applied, where a retry would be asked for", "提交生效之前，判断是否要重试时";
    CommitterAlready = "after a commit, where the store may say that it was committed before", "提交之后，外部系统可能回答早已提交时";
    WalSendBefore = "before a batch is sent", "批次发送之前";
    WalSendMid = "before a value of a batch is sent", "批次中的一个值发送之前";
    WalSendAfter = "after a batch is sent", "批次发送之后";
    WalSendFalseBefore = "before a batch is sent, where sending may answer false", "批次发送之前，发送可能返回 false 时";
    WalSendFalseAfter = "after a batch is sent, where sending may answer false", "批次发完之后，发送可能返回 false 时";
    WalCommitBefore = "before a batch is marked as sent", "批次标记为已发送之前";
    WalCommitAfter = "after a batch is marked as sent", "批次标记为已发送之后";
    WalIsCommitted = "before the sink asks whether a batch was sent", "输出端查询批次是否已发送之前";
}

/// A point in a few words.
#[must_use]
pub fn point_words(lang: Lang, point: Point) -> String {
    let (en, zh, offset) = match point {
        Point::SourceBefore(offset) => ("before the source reads offset", "数据源读取之前：偏移量 ", offset),
        Point::CountBefore(offset) => ("before the operator takes offset", "算子处理之前：偏移量 ", offset),
        Point::SinkBefore(offset) => ("before the sink writes offset", "输出端写出之前：偏移量 ", offset),
        Point::SinkAfter(offset) => ("after the sink has written offset", "输出端写出之后：偏移量 ", offset),
        point => return named(lang, point).to_string(),
    };
    match lang {
        Lang::En => format!("{en} {offset}"),
        Lang::Zh => format!("{zh}{offset}"),
    }
}

macro_rules! facts {
    ($($variant:ident = $zh:literal;)*) => {
        const fn in_chinese(fact: FactName) -> &'static str {
            match fact { $(FactName::$variant => $zh,)* }
        }
    };
}

facts! {
    JobRunning = "作业开始运行";
    RecordRead = "记录被读取";
    RecordsMissed = "记录被错过";
    RecordProcessed = "记录已处理";
    SourceHeldUp = "数据源被阻";
    InputEnded = "输入结束";
    SinkFinished = "输出端收到输入结束";
    CheckpointTriggered = "检查点触发";
    TriggerSkipped = "触发被跳过";
    BarrierSent = "屏障发出";
    AlignmentBegan = "屏障对齐开始";
    RecordsOvertaken = "屏障越过记录";
    SnapshotTaken = "已做快照";
    SnapshotAcknowledged = "快照已确认";
    AllAcknowledged = "全部已确认";
    CheckpointCompleted = "检查点完成";
    CheckpointAborted = "检查点中止";
    LateCompletionRefused = "迟到的完成被拒绝";
    NotificationSent = "通知发出";
    NotificationLost = "通知丢失";
    NotificationDelayed = "通知延迟";
    NotificationReceived = "通知收到";
    RecordBuffered = "记录进入缓冲区";
    RecordAppended = "记录已追加";
    ValuePut = "值已写入";
    RecordLogged = "记录进入预写日志";
    BatchSealed = "批次封存";
    BatchSending = "批次开始发送";
    BatchPutOff = "批次推后";
    BatchMarked = "批次标记为已发送";
    BatchDone = "批次了结";
    BatchDropped = "批次丢弃";
    ExceptionSwallowed = "异常被吞掉";
    TransactionBegan = "事务开始";
    RecordWritten = "记录写入事务";
    TransactionPrepared = "事务预提交";
    TransactionCommitted = "事务提交";
    ReadersBlocked = "读者被挡住";
    CommittedBefore = "此前已提交";
    CommittedAgain = "再次提交又生效";
    TransactionAborted = "事务回滚";
    TransactionExpired = "事务超时";
    RequestRefused = "请求被拒绝";
    ReplyLost = "答复丢失";
    CommitGivenUp = "提交被放弃";
    CommitRetried = "提交重试";
    FileCreated = "文件创建";
    FileWritten = "写入文件";
    FilePending = "文件待完成";
    FileFinished = "文件完成";
    FileTruncated = "文件截断";
    Crashed = "故障发生";
    RequestsLost = "在途请求丢失";
    RequestsHeldUp = "在途请求被扣留";
    LateRequest = "迟到的请求";
    RestartScheduled = "重启已安排";
    Restoring = "开始恢复";
    JobFailed = "作业失败";
    JobFinished = "作业完成";
    JobCancelled = "作业取消";
    LimitReached = "达到上限";
    StoryStep = "剧本的一步";
    StepSkipped = "剧本的一步被跳过";
}

/// A kind of fact in a few words; in English its name is.
#[must_use]
pub fn fact_words(lang: Lang, fact: FactName) -> String {
    match lang {
        Lang::En => format_word(lang, fact.as_str()),
        Lang::Zh => in_chinese(fact).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::id::Offset;

    /// Every point, those around a record with the offset 3.
    fn points() -> Vec<Point> {
        Point::names().map(|name| Point::parse(&name.replace('N', "3")).expect("a point")).collect()
    }

    #[test]
    fn every_point_has_words_of_its_own_in_every_language() {
        for lang in Lang::ALL {
            let said: Vec<String> = points().into_iter().map(|point| point_words(lang, point)).collect();
            for (index, words) in said.iter().enumerate() {
                assert!(!words.is_empty() && !words.contains(['_', '@']), "{words}");
                assert_eq!(lang == Lang::Zh, words.chars().any(|c| c >= '\u{4e00}'), "{words}");
                assert!(!said[..index].contains(words), "{words} is said twice");
            }
        }
        assert_eq!(point_words(Lang::En, Point::SinkAfter(Offset(3))), "after the sink has written offset 3");
    }

    #[test]
    fn every_kind_of_fact_has_words_of_its_own_in_every_language() {
        for lang in Lang::ALL {
            let said: Vec<String> = FactName::ALL.iter().map(|fact| fact_words(lang, *fact)).collect();
            for (index, words) in said.iter().enumerate() {
                assert_eq!(lang == Lang::Zh, words.chars().any(|c| c >= '\u{4e00}'), "{words}");
                assert!(!words.contains('_') && !said[..index].contains(words), "{words}");
            }
        }
    }
}
