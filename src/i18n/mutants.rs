//! What is wrong with each mutant, and how it ought to be.

use super::Lang;
use crate::sim::mutant::Mutant;

/// A mistake in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// What is done wrong.
    pub wrong: &'static str,
    /// How it ought to be, and why.
    pub right: &'static str,
}

macro_rules! mistakes {
    ($($mutant:ident { $wrong_en:literal, $right_en:literal; $wrong_zh:literal, $right_zh:literal })*) => {
        /// A mutant's mistake in a language.
        #[must_use]
        pub const fn mistake(lang: Lang, mutant: Mutant) -> Mistake {
            match (lang, mutant) {
                $((Lang::En, Mutant::$mutant) => Mistake { wrong: $wrong_en, right: $right_en },
                (Lang::Zh, Mutant::$mutant) => Mistake { wrong: $wrong_zh, right: $right_zh },)*
            }
        }
    };
}

mistakes! {
    AcknowledgeBeforeFlush {
        "The sink takes its snapshot before its buffer is written out.",
        "The buffer has to be written out at the barrier, before the snapshot. Otherwise a checkpoint can complete without what it covers, and nobody reads those records again.";
        "输出端在缓冲区写出之前就做了快照。",
        "缓冲区必须在屏障处、快照之前写出。否则检查点已完成，它所覆盖的记录却还没写出去，也不会再有人重读。"
    }
    SnapshotAtAcknowledgement {
        "The operator's state is copied when the snapshot is stored, not at the barrier.",
        "State has to be that at the barrier. Copied later it counts records from behind the barrier, which are read again after a restart and counted twice.";
        "算子状态是在快照存好时复制的，而不是在屏障处。",
        "状态必须是屏障处的状态。复制得晚，就会算进屏障之后的记录；重启后这些记录被重读，于是算了两遍。"
    }
    OffsetAtAcknowledgement {
        "The source's offset is read when the snapshot is stored, not when the barrier leaves.",
        "The offset has to be the one at which the barrier was put in. A later one skips records that the rest of the checkpoint has not seen.";
        "数据源的偏移量是在快照存好时读取的，而不是在屏障发出时。",
        "偏移量必须是插入屏障的位置。取得晚了，就会跳过检查点其余部分没见过的记录。"
    }
    OffsetOfLastRecord {
        "The source stores the offset of the last record that it read instead of the next one to read.",
        "What is stored is where reading goes on. With the last offset, each restart reads one record again that state has counted.";
        "数据源保存的是最后读过的那条记录的偏移量，而不是下一条要读的。",
        "保存的应是继续读取的位置。存成最后一条，每次重启都会重读一条状态里已经算过的记录。"
    }
    AlignmentLeftOut {
        "An input that has delivered its barrier is not held up while the others are waited for.",
        "Until all barriers are there, records from behind one of them must wait. Otherwise they are in the snapshot and are read again all the same.";
        "已送达屏障的输入没有停下来等待其他输入。",
        "屏障到齐之前，屏障之后的记录必须等待。否则它们既进了快照，重启后又被重读。"
    }
    ChannelStateNotRestored {
        "Records that an unaligned barrier overtook are in the checkpoint, but they are not restored.",
        "They are behind the restored offset and nobody reads them again. They have to be processed from the checkpoint before anything new.";
        "非对齐屏障越过的记录存进了检查点，恢复时却没有取回。",
        "这些记录在恢复的偏移量之前，没有人会重读。恢复时必须先处理检查点里的这些记录，再处理新的。"
    }
    NotifyBeforeDurable {
        "The sinks are notified when all tasks have acknowledged; the checkpoint is not durable then.",
        "Only when the metadata is stored is a checkpoint complete. Before that a crash restores the older one, and what was committed is written again.";
        "所有任务一确认就通知 输出端，而此时检查点还没有持久化。",
        "元数据写好，检查点才算完成。在那之前故障会恢复到更早的检查点，已提交的内容会再写一遍。"
    }
    LateMetadataAccepted {
        "A dead attempt's write of checkpoint metadata still counts after the next attempt has restored an older one.",
        "Once a new attempt has read the store, writes of dead ones have to be turned away. Otherwise a later recovery restores a checkpoint whose transactions were aborted in between.";
        "新一次尝试已经从更早的检查点恢复之后，旧尝试写出的检查点元数据仍然生效。",
        "新的尝试读过存储以后，旧尝试的写入必须被拒绝。否则以后恢复时会用到一个检查点，而它的事务早已被回滚。"
    }
    CommitAtBarrier {
        "Two-phase commit commits at the barrier, without waiting for the checkpoint to complete.",
        "At the barrier it may only prepare. If the checkpoint does not complete, the records are read again and written into another transaction.";
        "两阶段提交在屏障处就提交了，没有等检查点完成。",
        "屏障处只能预提交。如果检查点没能完成，记录会被重读，并写进另一个事务。"
    }
    AbortAtDecline {
        "Two-phase commit aborts a prepared transaction when its checkpoint is declined.",
        "A declined checkpoint means that the next one covers its records, too. The transaction has to stay prepared until then.";
        "检查点被拒绝时，两阶段提交把已预提交的事务回滚了。",
        "检查点被拒绝，意味着它的记录由下一个检查点覆盖。事务必须保持预提交状态，等到那时再提交。"
    }
    NotificationsReliable {
        "Two-phase commit takes notifications as reliable: each commits the transaction of its own checkpoint and no older.",
        "A notification can get lost. The next one has to commit everything up to its checkpoint.";
        "两阶段提交以为通知一定会到：每个通知只提交自己那个检查点的事务，不管更早的。",
        "通知可能丢失。下一个通知必须提交到它那个检查点为止的所有事务。"
    }
    BeginAfterCommit {
        "Two-phase commit begins its next transaction after the commit, not at the barrier.",
        "What comes after the barrier belongs to the next checkpoint. Written into the prepared transaction it is committed with it, and written once more after a restart.";
        "两阶段提交在提交之后才开启下一个事务，而不是在屏障处。",
        "屏障之后的记录属于下一个检查点。写进已预提交的事务，就会跟着一起提交；重启后还会再写一遍。"
    }
    RestoredNotCommitted {
        "Two-phase commit does not commit restored transactions again at recovery.",
        "A restored transaction is prepared and its checkpoint is complete; its notification died with the job. Whoever restores it has to commit it.";
        "两阶段提交恢复时没有再次提交恢复出来的事务。",
        "恢复出来的事务已经预提交，检查点也已完成，只是通知随作业一起没了。恢复者必须把它提交。"
    }
    FailedCommitIgnored {
        "Any failure of a commit at recovery is ignored.",
        "If the store has timed out the transaction, its records are gone: the job must not go on as if they were there.";
        "恢复时提交失败一律被忽略。",
        "如果存储已让事务超时，其中的记录就没了：作业不能装作什么都没发生。"
    }
    SendAtRestore {
        "The write-ahead sink sends restored batches at once, without asking whether they were sent.",
        "A restored batch may be out already. The commit table has to be asked first.";
        "预写日志输出端一恢复就发送批次，没有先问是否已经发过。",
        "恢复出来的批次可能早已发出，必须先查提交表。"
    }
    CommitTableNotAsked {
        "The write-ahead sink never asks the commit table.",
        "After a restart the sink does not know what was sent. Only the table outside does.";
        "预写日志输出端从不查询提交表。",
        "重启之后 输出端不知道什么已经发过，只有外部的提交表知道。"
    }
    MarkBeforeSend {
        "The write-ahead sink marks a batch as sent before it sends it.",
        "A crash in between leaves a batch that counts as sent and never was. To mark after sending makes duplicates at worst.";
        "预写日志输出端在发送之前就把批次标记为已发送。",
        "如果故障发生在两者之间，批次就会被当作已发送，其实没有。先发送后标记，最坏也只是重复。"
    }
    RepliesNotFenced {
        "A reply to a request of a dead attempt is taken by the new attempt for its own.",
        "A reply belongs to the attempt that asked. Otherwise the new one believes to have done what it has not.";
        "新一次尝试把上一次尝试的请求的应答当成了自己的。",
        "应答只属于发出请求的那次尝试。否则新的尝试会以为自己已经做完，其实没有。"
    }
    RestoredFileNotCut {
        "The file sink goes on writing to a restored file without cutting it to the length that the checkpoint holds.",
        "What was written after the checkpoint is written again. The file has to be cut to the stored length first.";
        "文件输出端恢复后接着写原文件，没有截断到检查点里记录的长度。",
        "检查点之后写入的内容会再写一遍，所以要先把文件截断到保存的长度。"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mistake_is_told_in_every_language() {
        let mut seen = Vec::new();
        for mutant in Mutant::ALL {
            for lang in Lang::ALL {
                let Mistake { wrong, right } = mistake(lang, *mutant);
                let end = if lang == Lang::En { '.' } else { '。' };
                assert!(wrong.ends_with(end) && right.ends_with(end), "{wrong} {right}");
                assert!(!seen.contains(&wrong), "told twice: {wrong}");
                seen.push(wrong);
            }
        }
    }
}
