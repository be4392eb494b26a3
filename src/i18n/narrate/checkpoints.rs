//! Checkpoints as the coordinator sees them: triggered, completed, aborted, notified.

use super::names::Teller;
use super::{Level, Sentence, Tone};
use crate::sim::fact::{AbortReason, CheckpointKind, Nothing, TaskId};
use crate::sim::id::CheckpointId;
use crate::sim::scenario::SinkSpec;

impl Teller<'_> {
    pub(super) fn triggered(&self, id: CheckpointId, kind: CheckpointKind) -> Sentence {
        match kind {
            CheckpointKind::Regular => {
                Sentence::major(say!(self, "The coordinator triggers checkpoint {id}.", "协调器触发检查点 {id}。")).why(
                    say!(
                        self,
                        "It will hold two things, as they are at its barrier: the offset of every source and the \
                         state of every task.",
                        "它要保存屏障处的两样东西：每个数据源的偏移量和每个任务的状态。"
                    ),
                )
            }
            CheckpointKind::Final => Sentence::major(say!(
                self,
                "The input has ended: the coordinator triggers the final checkpoint {id}.",
                "输入已经结束，协调器触发最终检查点 {id}。"
            ))
            .why(say!(
                self,
                "What a sink still holds back is published after it.",
                "输出端暂存的结果，在它完成之后公开。"
            )),
            CheckpointKind::Savepoint => Sentence::major(say!(
                self,
                "The coordinator triggers savepoint {id} to stop the job.",
                "协调器触发保存点 {id}，准备停止作业。"
            ))
            .why(say!(self, "Behind its barrier nothing more is read.", "屏障之后不再读取任何记录。")),
        }
    }

    pub(super) fn trigger_skipped(&self, why: Nothing) -> Sentence {
        let why = self.nothing(why);
        let said = Sentence::major(say!(self, "No checkpoint is triggered: {why}.", "没有触发检查点：{why}。"));
        // By the clock there will be another soon; one that was asked for is missed.
        let level = if self.plan.interval.is_some() { Level::Minor } else { Level::Major };
        Sentence { level, tone: Tone::Warn, ..said }
    }

    pub(super) fn all_acknowledged(&self, id: CheckpointId) -> Sentence {
        Sentence::minor(say!(self, "All tasks have acknowledged checkpoint {id}.", "所有任务都确认了检查点 {id}。"))
            .why(say!(self, "It is not complete yet: that takes durable metadata.", "它还不算完成，要等元数据持久化。"))
    }

    pub(super) fn completed(&self, id: CheckpointId, kind: CheckpointKind) -> Sentence {
        let (text, why) = match kind {
            CheckpointKind::Regular => (
                say!(self, "Checkpoint {id} is complete.", "检查点 {id} 完成。"),
                say!(
                    self,
                    "Its metadata is durable. From now on a crash goes back to here, whether or not any sink has \
                     heard of it.",
                    "它的元数据已经持久化。从现在起，出了故障就回到这里，不管输出端有没有得到通知。"
                ),
            ),
            CheckpointKind::Final => (
                say!(self, "The final checkpoint {id} is complete.", "最终检查点 {id} 完成。"),
                say!(
                    self,
                    "Its metadata is durable: a crash would have nothing left to replay. The job ends when every sink \
                     has handled the notification.",
                    "它的元数据已经持久化，再出故障也没有记录要重放。所有输出端处理完通知，作业就结束。"
                ),
            ),
            CheckpointKind::Savepoint => (
                say!(self, "Savepoint {id} is complete.", "保存点 {id} 完成。"),
                say!(
                    self,
                    "Its metadata is durable. The job stops when every sink has handled the notification.",
                    "它的元数据已经持久化。所有输出端处理完通知，作业就停止。"
                ),
            ),
        };
        Sentence::major(text).why(why).tone(Tone::Good)
    }

    pub(super) fn checkpoint_aborted(&self, id: CheckpointId, why: AbortReason) -> Sentence {
        let timeout = self.plan.timeout;
        let text = match why {
            AbortReason::Declined => {
                say!(self, "Checkpoint {id} is declined and aborted.", "检查点 {id} 被拒绝，作废。")
            }
            AbortReason::TimedOut => say!(
                self,
                "Checkpoint {id} is aborted: it took longer than {timeout} s.",
                "检查点 {id} 用时超过 {timeout} 秒，作废。"
            ),
            AbortReason::Subsumed => say!(
                self,
                "Checkpoint {id} is aborted: a later one completed before it.",
                "后面的检查点先完成了，检查点 {id} 作废。"
            ),
            AbortReason::StoreAway => say!(
                self,
                "Checkpoint {id} is aborted: the checkpoint store is away, and its metadata cannot be written.",
                "检查点存储不可用，元数据写不进去，检查点 {id} 作废。"
            ),
        };
        let said = Sentence::major(text);
        if why == AbortReason::Subsumed {
            return said.why(say!(
                self,
                "The later one covers all that this one would have covered.",
                "后面那个涵盖了它要涵盖的一切。"
            ));
        }
        let fails = self.plan.story.is_none() && self.plan.tolerable_failures == 0;
        said.tone(Tone::Warn).why(if fails {
            say!(
                self,
                "Not a single failed checkpoint is tolerated here, so the job fails.",
                "这里不容忍任何检查点失败，作业因此失败。"
            )
        } else {
            self.what_an_abort_leaves()
        })
    }

    fn what_an_abort_leaves(&self) -> String {
        match self.plan.sink {
            SinkSpec::Append { .. } | SinkSpec::Upsert { .. } | SinkSpec::Increment => say!(
                self,
                "That alone loses nothing: a later checkpoint covers the same records.",
                "这本身不丢任何东西：后面的检查点会涵盖同样的记录。"
            ),
            SinkSpec::WriteAheadLog { .. } => say!(
                self,
                "While the job lives, its batch stays in the write-ahead log and is sent with a later checkpoint.",
                "只要作业还在，它的批次就留在预写日志里，随后面的检查点发出。"
            ),
            SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. } => say!(
                self,
                "While the job lives, what was prepared for it stays prepared and is committed with a later checkpoint.",
                "只要作业还在，为它预提交的事务就保持预提交，随后面的检查点提交。"
            ),
            SinkSpec::File { .. } => say!(
                self,
                "While the job lives, a file that was closed for it stays pending and is finished with a later \
                 checkpoint.",
                "只要作业还在，为它关闭的文件就继续待完成，随后面的检查点公开。"
            ),
        }
    }

    pub(super) fn late_completion(&self, id: CheckpointId) -> Sentence {
        Sentence::major(say!(
            self,
            "The metadata of checkpoint {id} comes too late and is turned away.",
            "检查点 {id} 的元数据来得太晚，被拒绝写入。"
        ))
        .why(say!(
            self,
            "It was sent by a dead attempt, and a newer one has read the store already. This checkpoint does not count.",
            "它来自已经失败的尝试，而新的尝试已经读过检查点存储。这个检查点不算数。"
        ))
        .tone(Tone::Warn)
    }

    pub(super) fn notification_sent(&self, id: CheckpointId) -> Sentence {
        let sinks = self.sinks();
        Sentence::minor(say!(
            self,
            "The coordinator sends {sinks} the notification that checkpoint {id} is complete.",
            "协调器向{sinks}发送检查点 {id} 完成的通知。"
        ))
        .why(say!(
            self,
            "It is on its way. The notification can be lost; the checkpoint cannot.",
            "通知还在路上。通知可能丢，检查点不会丢。"
        ))
    }

    pub(super) fn notification_lost(&self, id: CheckpointId) -> Sentence {
        let why = say!(
            self,
            "The checkpoint stays complete. What a sink holds back waits for the next notification or for recovery.",
            "检查点仍然是完成的。输出端暂存的结果要等下一次通知，或者等故障恢复。"
        );
        Sentence::major(say!(
            self,
            "The notification that checkpoint {id} is complete is lost.",
            "检查点 {id} 完成的通知丢了。"
        ))
        .why(why)
        .tone(Tone::Warn)
    }

    pub(super) fn notification_delayed(&self, id: CheckpointId) -> Sentence {
        let why = say!(
            self,
            "The checkpoint is complete all the same. A later notification may overtake this one.",
            "检查点照样是完成的。后面的通知可能先到。"
        );
        Sentence::major(say!(
            self,
            "The notification that checkpoint {id} is complete is held up.",
            "检查点 {id} 完成的通知被耽搁了。"
        ))
        .why(why)
        .tone(Tone::Warn)
    }

    pub(super) fn notification_received(&self, task: TaskId, id: CheckpointId) -> Sentence {
        let name = self.task_first(task);
        let said = Sentence::major(say!(
            self,
            "{name} hears that checkpoint {id} is complete.",
            "{name}得知检查点 {id} 已完成。"
        ));
        if self.holds_back() && self.plan.delay_of(id).is_some() {
            return said.why(say!(
                self,
                "It was held up. What a later notification has dealt with already is not done again.",
                "它来晚了。后面的通知已经处理过的，不会再做一遍。"
            ));
        }
        said.why(match self.plan.sink {
            SinkSpec::Append { .. } | SinkSpec::Upsert { .. } | SinkSpec::Increment => say!(
                self,
                "It has nothing to do about it: its output does not wait for checkpoints.",
                "它无事可做：它的输出不用等检查点。"
            ),
            SinkSpec::WriteAheadLog { .. } => say!(
                self,
                "Now it may send the batches up to this checkpoint.",
                "现在可以发送这个检查点及更早的批次了。"
            ),
            SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. } => say!(
                self,
                "Now it may commit what was prepared up to this checkpoint.",
                "现在可以提交为这个检查点及更早的检查点预提交的事务了。"
            ),
            SinkSpec::File { .. } => say!(
                self,
                "Now it may finish the files that are pending up to this checkpoint.",
                "现在可以公开这个检查点及更早的待完成文件了。"
            ),
        })
    }
}
