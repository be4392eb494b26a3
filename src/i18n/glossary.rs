//! The words of the subject, each explained in one or two sentences.

use super::Lang;

/// A term: its name and its explanation, in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name in links; stable.
    pub id: &'static str,
    /// English: name and explanation.
    pub en: (&'static str, &'static str),
    /// Chinese: name and explanation.
    pub zh: (&'static str, &'static str),
}

impl Term {
    /// Name and explanation in a language.
    #[must_use]
    pub const fn of(&self, lang: Lang) -> (&'static str, &'static str) {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }

    /// The term of a name; `None` if there is none such.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Term> {
        TERMS.iter().find(|term| term.id == id)
    }
}

macro_rules! terms {
    ($($id:literal: $en:literal, $en_text:literal; $zh:literal, $zh_text:literal;)*) => {
        /// Every term, in the order in which one builds on another.
        pub const TERMS: &[Term] = &[$(Term { id: $id, en: ($en, $en_text), zh: ($zh, $zh_text) },)*];
    };
}

terms! {
    "source": "Source", "The part of a job that reads records from outside.";
        "数据源", "作业里从外部读取记录的部分。";
    "operator": "Operator", "The part of a job that computes. Here it counts records and sums their values by key.";
        "算子", "作业里负责计算的部分。这里的算子按键统计记录条数，并对值求和。";
    "sink": "Sink", "The part of a job that writes results to an external system.";
        "输出端（Sink）", "作业里把结果写到外部系统的部分。";
    "state": "State", "What an operator remembers from one record to the next. It is in memory; checkpoints make it last.";
        "状态", "算子处理完一条记录后还要记住的内容。它在内存里，靠检查点保存下来。";
    "log": "Log", "A durable list of records that can be read again from any offset, as a Kafka partition.";
        "日志", "持久保存的记录序列，可以从任意偏移量重新读取，例如 Kafka 的一个分区。";
    "offset": "Offset", "The position of a record in its log. A source's state is the offset at which it goes on.";
        "偏移量", "记录在日志里的位置。数据源的状态，就是接下来要读的偏移量。";
    "checkpoint": "Checkpoint", "A consistent copy of the whole job: the state of every operator and the offset of every source, all at the same barrier.";
        "检查点", "整个作业的一份一致的副本：每个算子的状态和每个数据源的偏移量，都取自同一道屏障。";
    "barrier": "Barrier", "A mark that a source puts among the records. What comes before it belongs to the checkpoint, what comes behind it does not.";
        "屏障", "数据源插在记录之间的标记。它之前的记录属于这个检查点，它之后的不属于。";
    "snapshot": "Snapshot", "One task's part of a checkpoint: its state at the moment when the barrier passes.";
        "快照", "一个任务在检查点里的那一份：屏障经过时它的状态。";
    "acknowledgement": "Acknowledgement", "A task's message to the coordinator that its snapshot is stored.";
        "确认", "任务告诉协调器：快照已经存好。";
    "completed": "Completed", "A checkpoint is complete when all tasks have acknowledged it and its metadata is durable. That write alone decides where recovery starts.";
        "完成", "所有任务都确认、元数据也持久化之后，检查点才算完成。故障恢复从哪里开始，只由这次写入决定。";
    "notification": "Notification", "The coordinator's message to the tasks that a checkpoint is complete. It comes later and can be lost.";
        "通知", "协调器告诉任务检查点已经完成。它晚于完成，而且可能丢失。";
    "alignment": "Alignment", "A task with several inputs waits until the barrier has come from all of them, so that its snapshot holds nothing from behind it.";
        "屏障对齐", "有多个输入的任务要等所有输入的屏障都到齐，快照里才不会混入屏障之后的记录。";
    "unaligned": "Unaligned checkpoint", "The barrier overtakes waiting records, which are saved with the checkpoint. State still counts each record once.";
        "非对齐检查点", "屏障越过排队的记录，被越过的记录随检查点一起保存。状态仍然是精确一次。";
    "failure-recovery": "Failure recovery", "The job starts again with the state and the offsets of the newest completed checkpoint and computes on from there.";
        "故障恢复", "作业用最新完成的检查点里的状态和偏移量重新启动，从那里接着计算。";
    "restart": "Restart", "A new start of the whole job after a failure. The number of restarts can be limited.";
        "重启", "故障之后整个作业重新启动。可以限制重启的次数。";
    "attempt": "Attempt", "One execution of the job, from its start to its end or failure. The first one is attempt 0.";
        "尝试", "作业的一次执行，从启动到结束或失败。第一次是尝试 0。";
    "kill-and-throw": "Kill and throw", "A killed process does nothing more. When a task throws, the clean-up code of all tasks still runs and may abort a transaction.";
        "强行终止与抛出异常", "进程被强行终止，就什么也做不了了。任务抛出异常时，各任务的清理代码还会执行，可能回滚事务。";
    "replay": "Replay", "After recovery the records behind the checkpoint are read and processed once more, as a recording is watched again.";
        "重放（数据重发）", "恢复之后，检查点之后的记录重新读取、重新处理一遍，就像看比赛录像。";
    "cannot-resend": "Source that cannot resend", "A socket keeps nothing: what was read after the checkpoint, or came while the job was down, is lost. The result is at most once.";
        "不能重发的数据源", "socket 不保存数据：检查点之后读到的、停机期间到来的，都会丢失。结果是至多一次。";
    "at-most-once": "At-Most-Once", "A record influences the result once or not at all: nothing twice, but something may be lost.";
        "至多一次（At-Most-Once）", "每条记录对结果的影响不超过一次：不会重复，但可能丢失。";
    "at-least-once": "At-Least-Once", "Every record influences the result, some of them more than once.";
        "至少一次（At-Least-Once）", "每条记录都影响结果，有的可能不止一次。";
    "exactly-once": "Exactly-Once", "Every record influences the result once. Records may be processed several times; their effect counts once.";
        "精确一次（Exactly-Once）", "每条记录对结果只影响一次。处理可以重复，效果只算一次。";
    "end-to-end": "End-to-end", "From the source to what readers outside see. Exactly-once end to end takes a source that can resend and a sink that is idempotent or transactional.";
        "端到端", "从数据源一直到外部读者看到的结果。端到端精确一次，要求数据源能重发，输出端是幂等写或事务写。";
    "idempotent": "Idempotent write", "A write that has the same effect whether it is done once or many times, such as putting a value under a key.";
        "幂等写", "做一次和做多次效果相同的写入，例如按键写入一个值。";
    "key-value-store": "Key-value store", "A store that keeps one value for each key, as Cassandra, HBase or Redis.";
        "键值存储", "每个键只保留一个值的存储，例如 Cassandra、HBase、Redis。";
    "upsert": "Upsert", "Writes a row by its key: inserts it if there is none, overwrites it if there is one.";
        "Upsert", "按键写一行：没有就插入，有就覆盖。";
    "increment": "Increment", "Adds to the number that is there. It is not idempotent: adding twice counts twice.";
        "累加", "在原有的数上加。它不是幂等写：加两次就算两次。";
    "deterministic": "Deterministic", "The replay makes the same key and the same value again. A key with the current time in it is not deterministic and leaves extra rows.";
        "确定性", "重放得到的键和值与原来完全一样。键里含有当前时间就不是确定性的，会留下多余的行。";
    "going-back": "Going back in time", "During a replay the table takes older values again, until the replay has passed the point of the crash.";
        "时间闪回", "重放期间，表里会重新出现旧值，直到重放越过故障点。";
    "transactional": "Transactional write", "The output is held back until its checkpoint is complete, and only then published.";
        "事务写", "先暂存输出，等所属的检查点完成之后才公开。";
    "write-ahead-log": "Write-ahead log (WAL)", "The sink keeps its output in the job's checkpointed state and sends it when the checkpoint is complete. A crash in the middle of sending repeats it.";
        "预写日志（WAL）", "输出端把输出存在作业的检查点状态里，检查点完成后再发送。发送途中出故障，会重复发送。";
    "two-phase-commit": "Two-phase commit (2PC)", "The sink writes into a transaction of the external system, pre-commits it with the checkpoint and commits it after the checkpoint's completion.";
        "两阶段提交（2PC）", "输出端写入外部系统的事务，做检查点时预提交，检查点完成之后再提交。";
    "pre-commit": "Pre-commit", "The transaction is prepared: stored whole, not public, ready to be committed at any later time.";
        "预提交", "事务的内容已完整存好，还没公开，以后随时可以提交。";
    "commit": "Commit", "Makes a transaction public. After recovery it may be sent again, so it has to be idempotent.";
        "提交", "让事务公开。恢复之后可能再提交一次，所以提交必须是幂等的。";
    "abort": "Abort", "Gives a transaction up: nothing in it becomes public.";
        "回滚", "放弃一个事务：里面的内容不会公开。";
    "transaction-timeout": "Transaction timeout", "The external system aborts transactions that stay uncommitted for longer. It has to exceed the checkpoint interval plus the time that the job may be down.";
        "事务超时", "超过这个时间还没提交的事务，外部系统会回滚。它必须大于检查点间隔加上可能的停机时间。";
    "orphan": "Orphan transaction", "An open transaction of a dead attempt that nobody commits or aborts. It lingers until it times out.";
        "孤儿事务", "已经失败的尝试留下的、没有人提交或回滚的事务。它会一直挂着，直到超时。";
    "read-committed": "read_committed", "A reader's setting: it gets committed data only, and nothing behind a transaction that is still open. Kafka's default is read_uncommitted.";
        "read_committed", "读者的设置：只读已提交的数据，也不越过还没结束的事务。Kafka 默认是 read_uncommitted。";
    "latency": "Latency", "The time from a record's arrival to its being readable outside. Holding output back costs up to a checkpoint interval and more.";
        "延迟", "从记录到来，到外部能读到它的时间。暂存输出的代价，是多等一个检查点间隔甚至更久。";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_is_explained_in_both_languages() {
        for (index, term) in TERMS.iter().enumerate() {
            assert!(TERMS[..index].iter().all(|other| other.id != term.id), "{} is there twice", term.id);
            assert!(term.id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", term.id);
            for lang in Lang::ALL {
                let (name, text) = term.of(lang);
                let end = if lang == Lang::En { '.' } else { '。' };
                assert!(!name.is_empty() && text.ends_with(end), "{}: {text}", term.id);
                assert!(!text.contains(['\u{2014}', '!', '！']), "{}: {text}", term.id);
            }
            assert!(term.zh.1.chars().any(|c| c >= '\u{4e00}'), "{}", term.id);
        }
    }

    #[test]
    fn terms_are_found_by_name() {
        assert_eq!(Term::find("barrier").map(|term| term.zh.0), Some("屏障"));
        assert_eq!(Term::find("nothing"), None);
    }
}
