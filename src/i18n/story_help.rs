//! The story language in words: what each step does, what each point is, for those who write a story.

use super::Lang;
use crate::sim::scenario::story::ArmKind;

/// A text in every language.
type Text = (&'static str, &'static str);

fn of(lang: Lang, text: Text) -> &'static str {
    match lang {
        Lang::En => text.0,
        Lang::Zh => text.1,
    }
}

/// What a step does, by its name; empty if there is none such.
#[must_use]
pub fn step(lang: Lang, name: &str) -> &'static str {
    let text = match name {
        "emit" => (
            "The source reads on to this offset, and everything reaches the sink.",
            "数据源读到这个偏移量为止，读到的记录全部到达输出端。",
        ),
        "barrier" => (
            "A checkpoint is triggered and acknowledged by all; it is not complete yet.",
            "触发检查点，所有任务都已确认，但检查点还没有完成。",
        ),
        "complete" => {
            ("The checkpoint becomes durable; the sink has not heard of it.", "检查点完成并持久化；输出端还不知道。")
        }
        "notify" => (
            "The sink hears of completed checkpoints, or of this one, and acts on it.",
            "输出端收到检查点（或指定的那个检查点）完成的通知，并做该做的事。",
        ),
        "lose_notification" => (
            "The sink never hears of what is complete, or of this checkpoint.",
            "通知丢失：输出端始终不知道检查点（或指定的那个检查点）已完成。",
        ),
        "hold" => (
            "The next request of this kind is held up on its way until it is released.",
            "下一个这种请求在途中被扣住，放行之后才到达。",
        ),
        "release" => {
            ("What was held up arrives now, even if its sender is dead.", "被扣住的请求现在到达，即使发送者早已不在。")
        }
        "lose_reply" => (
            "The next request of this kind takes effect, but its reply is lost.",
            "下一个这种请求会生效，但应答在途中丢失。",
        ),
        "away" => (
            "The external system or the checkpoint store is away: it refuses everything.",
            "外部系统或检查点存储不可用：一律拒绝。",
        ),
        "back" => ("It is back and takes requests again.", "它恢复可用，重新接受请求。"),
        "checkpoint" => ("Barrier, complete and notify in one.", "一次做完屏障、完成、通知三步。"),
        "abort" => (
            "The coordinator gives the pending checkpoint up; the job goes on.",
            "协调器放弃进行中的检查点，作业继续运行。",
        ),
        "fail" => {
            ("A task throws; its clean-up runs, then the job restarts.", "任务抛出异常，先做清理，然后整个作业重启。")
        }
        "crash" => (
            "The process is killed without any clean-up, then the job restarts.",
            "进程被强行终止，来不及清理，然后整个作业重启。",
        ),
        "arm" => (
            "The next time a point of the protocol is passed, something fails there.",
            "下次经过协议的某一点时，在那里出错。",
        ),
        "expire" => ("The store times out its prepared transactions.", "外部系统让已预提交的事务超时。"),
        "finish" => (
            "The rest is read, the final checkpoint is taken, the job finishes.",
            "读完剩下的记录，做最终检查点，作业完成。",
        ),
        "end" => (
            "The input ends; the final checkpoint is taken but not complete.",
            "输入结束；最终检查点已确认，但还没有完成。",
        ),
        "complete_final" => {
            ("The final checkpoint becomes durable; nobody has heard of it.", "最终检查点完成；谁都还没有收到通知。")
        }
        "cancel" => ("The job is cancelled, without a final checkpoint.", "取消作业，不做最终检查点。"),
        "stop_with_savepoint" => ("The job takes a savepoint and stops.", "作业做一个保存点，然后停止。"),
        "wait" => ("Simulated time passes, in milliseconds.", "让模拟时间过去这么多毫秒。"),
        _ => return "",
    };
    of(lang, text)
}

/// Which place of the protocol a point is, by its name without an offset; empty if there is none such.
#[must_use]
pub fn point(lang: Lang, name: &str) -> &'static str {
    let text = match name {
        "source.before" => ("Before the source reads the record at this offset.", "数据源读取这个偏移量的记录之前。"),
        "count.before" => ("Before the operator counts the record of this offset.", "算子处理这个偏移量的记录之前。"),
        "sink.before" => ("Before the sink writes the record of this offset.", "输出端写这个偏移量的记录之前。"),
        "sink.after" => ("After the sink has written the record of this offset.", "输出端写完这个偏移量的记录之后。"),
        "sink.snapshot" => {
            ("At the barrier, before the sink flushes anything.", "屏障到达输出端，还没有写出任何内容。")
        }
        "2pc.begin" => ("Before the next transaction begins.", "开始下一个事务之前。"),
        "2pc.precommit.before" => ("At the barrier, before the transaction is prepared.", "屏障到达，事务预提交之前。"),
        "2pc.precommit.after" => {
            ("The transaction is prepared, the snapshot is not finished.", "事务已预提交，快照还没做完。")
        }
        "2pc.commit.before" => {
            ("The sink was notified; the commit is not applied yet.", "输出端已收到通知，提交还没有生效。")
        }
        "2pc.commit.after" => {
            ("The commit is applied; the sink does not know it yet.", "提交已经生效，输出端还不知道。")
        }
        "2pc.recover.before" => (
            "After a restart, before a restored transaction is committed again.",
            "重启之后，再次提交恢复出来的事务之前。",
        ),
        "2pc.recover.after" => (
            "After a restart, when a restored transaction was committed again.",
            "重启之后，恢复出来的事务刚再次提交。",
        ),
        "committer.flush" => ("At the barrier, before the writer flushes.", "屏障到达，写入器写出之前。"),
        "committer.precommit.before" => {
            ("At the barrier, before the writer prepares its transaction.", "屏障到达，写入器预提交之前。")
        }
        "committer.precommit.after" => {
            ("The writer's transaction is prepared, not handed on yet.", "写入器的事务已预提交，还没有交给提交器。")
        }
        "committer.commit.before" => {
            ("Before the committer commits, after a restart too.", "提交器提交之前，重启后也会经过。")
        }
        "committer.commit.after" => {
            ("The commit is applied; the committer does not know it yet.", "提交已经生效，提交器还不知道。")
        }
        "committer.known_failure" => {
            ("The commit fails for a known reason: it is logged and dropped.", "提交因已知原因失败：记录日志后放弃。")
        }
        "committer.unknown_failure" => {
            ("The commit fails for an unknown reason: the task fails.", "提交因未知原因失败：任务失败。")
        }
        "committer.retry" => ("The commit asks to be tried again.", "提交要求稍后重试。"),
        "committer.already" => ("The store says that it was committed before.", "外部系统回答：早已提交过。"),
        "wal.send.before" => ("Before the first value of a batch is sent.", "发送一批的第一个值之前。"),
        "wal.send.mid" => ("Just before each value of a batch is sent.", "发送一批中的每个值之前。"),
        "wal.send.after" => {
            ("All values of the batch are sent; the sink has not gone on.", "一批的值都已发出，输出端还没有往下走。")
        }
        "wal.send.false_before" => ("Sending answers false and has sent nothing.", "发送返回 false，什么也没有发出。"),
        "wal.send.false_after" => {
            ("Sending answers false though everything was sent.", "发送返回 false，但其实都已发出。")
        }
        "wal.commit.before" => {
            ("Before the batch is marked as sent in the commit table.", "在提交表里把这一批记为已发送之前。")
        }
        "wal.commit.after" => {
            ("The batch is marked as sent; the sink does not know it yet.", "这一批已记为已发送，输出端还不知道。")
        }
        "wal.iscommitted" => ("Before the commit table is asked about a batch.", "查询提交表里某一批的状态之前。"),
        _ => return "",
    };
    of(lang, text)
}

/// What an armed point does.
#[must_use]
pub fn kind(lang: Lang, kind: ArmKind) -> &'static str {
    let text = match kind {
        ArmKind::Exception => (
            "An exception is thrown; the write-ahead sink swallows it while it sends.",
            "抛出异常；预写日志在发送时会吞掉它。",
        ),
        ArmKind::Error => ("An error that kills the task in any case.", "抛出错误，任务必定失败。"),
        ArmKind::Signal => ("The branch that the point is named after is taken.", "走这个点所命名的分支。"),
    };
    of(lang, text)
}

/// What an offset of `emit` means: the records before it. `None` for all of them.
#[must_use]
pub fn up_to(lang: Lang, records: Option<u32>) -> String {
    match (lang, records) {
        (Lang::En, Some(1)) => "up to and with the first record".to_string(),
        (Lang::En, Some(records)) => format!("up to and with record {records}, counted from 1"),
        (Lang::En, None) => "to the end of the log".to_string(),
        (Lang::Zh, Some(records)) => format!("读完第 {records} 条记录为止"),
        (Lang::Zh, None) => "读到日志末尾".to_string(),
    }
}

/// What a name of a source is for.
#[must_use]
pub fn source(lang: Lang) -> &'static str {
    of(lang, ("The source of this name.", "这个名字的数据源。"))
}

/// What `expire all` does.
#[must_use]
pub fn expire_all(lang: Lang) -> &'static str {
    of(lang, ("Open transactions too, not only prepared ones.", "不只是已预提交的，进行中的事务也超时。"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::point::Point;
    use crate::sim::scenario::story::SYNTAX;
    use crate::sim::scenario::Named;

    fn is_sentence(lang: Lang, text: &str, of: &str) {
        let end = if lang == Lang::En { '.' } else { '。' };
        assert!(text.ends_with(end) && text.chars().count() < 100, "{of}: {text}");
        assert!(!text.contains(['\u{2014}', '!', '！']), "{of}: {text}");
    }

    #[test]
    fn every_step_point_and_kind_is_explained_in_every_language() {
        for lang in Lang::ALL {
            SYNTAX.iter().for_each(|(name, _)| is_sentence(lang, step(lang, name), name));
            Point::all().for_each(|(name, _)| is_sentence(lang, point(lang, name), name));
            ArmKind::NAMES.iter().for_each(|(name, of)| is_sentence(lang, kind(lang, *of), name));
        }
        assert_eq!((step(Lang::En, "jump"), point(Lang::Zh, "moon")), ("", ""));
    }
}
