//! Checkpoints as the tasks see them: barriers and snapshots.

use super::names::Teller;
use super::{Lang, Sentence, Tone};
use crate::sim::fact::{RecordId, TaskId};
use crate::sim::id::{CheckpointId, Offset, SourceId};
use crate::sim::scenario::{OperatorKind, SinkSpec};

impl Teller<'_> {
    pub(super) fn barrier_sent(&self, source: SourceId, id: CheckpointId, offset: Offset) -> Sentence {
        let name = self.task_first(TaskId::Source(source));
        let text = say!(
            self,
            "{name} sends barrier {id} and saves offset {offset}.",
            "{name}发出屏障 {id}，保存偏移量 {offset}。"
        );
        let why = if !self.can_resend() {
            say!(
                self,
                "What it read before belongs to checkpoint {id}. But a socket cannot be read again from an offset.",
                "此前读过的都属于检查点 {id}。但 socket 没法从某个偏移量重新读。"
            )
        } else if offset >= self.plan.log_end(source) {
            say!(
                self,
                "What it read before belongs to checkpoint {id}, and that is the whole log.",
                "此前读过的都属于检查点 {id}，也就是整个日志。"
            )
        } else {
            let next = self.token(RecordId { source, offset });
            say!(
                self,
                "What it read before belongs to checkpoint {id}. A restart from there goes on with {next}.",
                "此前读过的都属于检查点 {id}。从它恢复时，接着读 {next}。"
            )
        };
        Sentence::major(text).why(why)
    }

    pub(super) fn alignment_began(&self, task: TaskId, id: CheckpointId) -> Sentence {
        let name = self.task_first(task);
        let text = say!(
            self,
            "{name} has barrier {id} from one input and waits for it from the others.",
            "{name}从一个输入收到屏障 {id}，等待其余输入的屏障。"
        );
        let said = Sentence::major(text);
        // A task that waits has several inputs.
        if self.mixes(2) {
            return said.tone(Tone::Warn).why(say!(
                self,
                "Records that follow on that input are taken in meanwhile. They get into the snapshot, and a restart \
                 from it brings them a second time.",
                "等待期间，那个输入上后续的记录照常处理，会进入快照；从这个检查点恢复时，它们还会再来一次。"
            ));
        }
        said.why(say!(
            self,
            "Records that follow on that input have to wait too, so none from behind the barrier gets into the snapshot.",
            "那个输入上后续的记录也要等，这样屏障之后的记录就不会进入快照。"
        ))
    }

    pub(super) fn overtaken(&self, task: TaskId, id: CheckpointId, records: u32) -> Sentence {
        let (name, records) = (self.task(task), self.records(records));
        Sentence::major(say!(
            self,
            "Barrier {id} overtakes {records} in front of {name}.",
            "屏障 {id} 越过了排在{name}前面的 {records}。"
        ))
        .why(say!(
            self,
            "What it overtakes is saved with the checkpoint. A restart from it processes that first.",
            "被越过的记录随检查点一起保存，从它恢复时先处理这些记录。"
        ))
    }

    pub(super) fn snapshot_taken(&self, task: TaskId, id: CheckpointId) -> Sentence {
        let name = self.task_first(task);
        match task {
            TaskId::Source(_) => Sentence::minor(say!(
                self,
                "{name} takes its snapshot for checkpoint {id}: its offset.",
                "{name}为检查点 {id} 做快照，内容就是它的偏移量。"
            )),
            TaskId::Operator(_) if self.plan.operator == OperatorKind::Pass => Sentence::minor(say!(
                self,
                "{name} sends barrier {id} on; it has no state to save.",
                "{name}把屏障 {id} 发往下游；它没有状态要保存。"
            )),
            TaskId::Operator(_) => Sentence::major(say!(
                self,
                "{name} sends barrier {id} on and takes a snapshot of its state, with no record in between.",
                "{name}把屏障 {id} 发往下游，并为状态做快照，中间不会插进记录。"
            ))
            .why(self.what_the_snapshot_holds()),
            TaskId::Sink(_) => self.sink_snapshot(&name, id),
        }
    }

    fn what_the_snapshot_holds(&self) -> String {
        if self.mixes(self.plan.logs.len()) {
            say!(
                self,
                "Barriers are not aligned here, so records from behind one of them may be in it.",
                "这里不做屏障对齐，快照里可能混有屏障之后的记录。"
            )
        } else if self.plan.unaligned {
            say!(
                self,
                "Records from before the barrier that are not processed yet are saved beside it.",
                "屏障之前还没处理的记录，和快照一起保存。"
            )
        } else {
            say!(
                self,
                "It holds every record from before the barrier and none from behind it.",
                "屏障之前的记录全都算在内，之后的一条也不算。"
            )
        }
    }

    fn sink_snapshot(&self, name: &str, id: CheckpointId) -> Sentence {
        let text = say!(self, "{name} takes its snapshot at barrier {id}.", "{name}在屏障 {id} 处做快照。");
        let why = match self.plan.sink {
            SinkSpec::Append { .. } | SinkSpec::Upsert { .. } | SinkSpec::Increment => {
                return Sentence::minor(text).why(say!(self, "It has no state to save.", "它没有状态要保存。"));
            }
            SinkSpec::WriteAheadLog { .. } => say!(
                self,
                "The snapshot holds the batches that are not known to be sent: the output is part of the checkpoint.",
                "快照里是还没确认发出的批次：输出成了检查点的一部分。"
            ),
            SinkSpec::TwoPhaseCommit { .. } => say!(
                self,
                "The snapshot lists the prepared transactions that are still to be committed, and the one that has just \
                 begun: recovery commits the former and aborts the latter.",
                "快照里列出已预提交、还没提交的事务，以及刚开始的那个：恢复时提交前者，回滚后者。"
            ),
            SinkSpec::Committer { .. } => say!(
                self,
                "The snapshot lists the prepared transactions that are still to be committed, so that recovery can commit them.",
                "快照里列出已预提交、还没提交的事务，故障恢复时据此提交。"
            ),
            SinkSpec::File { .. } => say!(
                self,
                "The snapshot lists the pending files and the length of the one in progress.",
                "快照里列出待完成的文件，以及正在写的文件的长度。"
            ),
        };
        Sentence::major(text).why(why)
    }

    pub(super) fn acknowledged(&self, task: TaskId, id: CheckpointId) -> Sentence {
        let name = match self.lang {
            Lang::En => self.task(task),
            Lang::Zh => self.task_first(task),
        };
        Sentence::minor(say!(
            self,
            "The snapshot of {name} for checkpoint {id} is stored and acknowledged.",
            "{name}为检查点 {id} 做的快照已经存好，并向协调器确认。"
        ))
    }
}
