//! The job: starts, dies, starts again, ends.

use super::names::Teller;
use super::{Sentence, Tone};
use crate::sim::fact::{Cause, Limit, Restored, TaskId};
use crate::sim::id::{Attempt, CheckpointId, KeyId, Time};
use crate::sim::plan::TotalOf;
use crate::sim::scenario::story::Step;
use crate::sim::scenario::{How, SinkSpec};
use crate::sim::world::{MAX_ATTEMPTS, MAX_STEPS};

/// Keys up to which a restored state is spelled out.
const FEW_KEYS: usize = 4;

impl Teller<'_> {
    pub(super) fn restoring(&self, checkpoint: Option<CheckpointId>) -> Sentence {
        let attempt = self.attempt;
        let Some(id) = checkpoint else {
            return Sentence::minor(if attempt.0 == 0 {
                say!(self, "The job starts.", "作业启动。")
            } else {
                say!(
                    self,
                    "Attempt {attempt} starts; there is no checkpoint to restore.",
                    "尝试 {attempt} 启动，没有检查点可恢复。"
                )
            });
        };
        let text =
            say!(self, "Attempt {attempt} begins to restore checkpoint {id}.", "尝试 {attempt} 开始恢复检查点 {id}。");
        Sentence::major(text).why(match self.plan.sink {
            SinkSpec::Append { .. } | SinkSpec::Upsert { .. } | SinkSpec::Increment => say!(
                self,
                "The sink has nothing to restore. What it wrote outside since the checkpoint stays there.",
                "输出端没有状态要恢复。检查点之后写到外部的内容，原样留在那里。"
            ),
            SinkSpec::WriteAheadLog { .. } => say!(
                self,
                "The sink drops the restored batches that the commit table has as sent. It sends none now: that waits \
                 for the next completed checkpoint.",
                "提交表里记为已发送的批次，输出端直接丢弃。现在一个也不发，要等下一个检查点完成。"
            ),
            SinkSpec::TwoPhaseCommit { .. } => say!(
                self,
                "The sink first commits the transactions that the checkpoint has as prepared, then aborts the one that \
                 it has as open.",
                "输出端先提交检查点里已预提交的事务，再回滚检查点里还开着的那个事务。"
            ),
            SinkSpec::Committer { .. } => say!(
                self,
                "The committer at once commits the transactions that the checkpoint has as prepared.",
                "提交器立即提交检查点里已预提交的事务。"
            ),
            SinkSpec::File { .. } => say!(
                self,
                "The sink finishes the files that the checkpoint has as pending and cuts one in progress to its saved \
                 length.",
                "输出端完成检查点里待完成的文件，并把正在写的文件截断到保存的长度。"
            ),
        })
    }

    pub(super) fn job_running(&self, checkpoint: Option<CheckpointId>, restored: &Restored) -> Sentence {
        let (attempt, places) = (self.attempt, self.places(&restored.offsets));
        if attempt.0 == 0 {
            let text = say!(self, "The job runs.", "作业开始运行。");
            return Sentence::major(text).why(say!(self, "Reading begins at {places}.", "从{places}开始读取。"));
        }
        let text = match checkpoint {
            Some(id) => {
                say!(
                    self,
                    "Attempt {attempt} runs, restored from checkpoint {id}.",
                    "尝试 {attempt} 从检查点 {id} 恢复完毕，开始运行。"
                )
            }
            None => say!(self, "Attempt {attempt} runs, from the very beginning.", "尝试 {attempt} 从头开始运行。"),
        };
        let state = self.state(&restored.state);
        let mut why = match checkpoint {
            Some(id) if self.can_resend() => say!(
                self,
                "State and offsets are those of checkpoint {id}{state}; reading goes on at {places}.",
                "状态和偏移量都是检查点 {id} 的{state}，从{places}接着读。"
            ),
            Some(id) => say!(
                self,
                "The state is that of checkpoint {id}{state}. The socket cannot go back there, reading goes on at \
                 {places}: what came in between is missing from the state.",
                "状态是检查点 {id} 的{state}。socket 回不到那里，只能从{places}接着读，中间的记录就不在状态里了。"
            ),
            None if self.can_resend() => say!(
                self,
                "No checkpoint was complete, so the state is empty and reading begins anew at {places}.",
                "没有完成的检查点，状态为空，从{places}重新读起。"
            ),
            None => say!(
                self,
                "No checkpoint was complete, so the state is empty. The socket cannot go back, reading goes on at \
                 {places}.",
                "没有完成的检查点，状态为空。socket 回不到开头，只能从{places}接着读。"
            ),
        };
        if !restored.channel.is_empty() {
            let records = self.records(restored.channel.len() as u32);
            why.push_str(&say!(
                self,
                " First comes what was saved in flight: {records}.",
                "先处理随检查点保存的在途数据：{records}。"
            ));
        }
        Sentence::major(text).why(why)
    }

    /// A restored state in brackets; nothing if it is empty or large.
    fn state(&self, state: &[(KeyId, TotalOf)]) -> String {
        if state.is_empty() || state.len() > FEW_KEYS {
            return String::new();
        }
        let item = |(key, of): &(KeyId, TotalOf)| format!("{} = {}", self.key(*key), of.count);
        let mut items: Vec<String> = state.iter().map(item).collect();
        crate::sorted::sort_by(&mut items, |a, b| a < b);
        let list = items.join(self.comma());
        say!(self, " ({list})", "（{list}）")
    }

    pub(super) fn crashed(&self, how: How, task: Option<TaskId>, cause: Cause) -> Sentence {
        let task = task.map(|task| self.task(task));
        let text = match (how, cause, task) {
            (How::Kill, Cause::Asked, _) => say!(self, "Crash: the job is killed.", "故障：作业被强行终止。"),
            (How::Fail, Cause::Asked, _) => {
                say!(self, "Crash: a task throws, and the job fails.", "故障：有任务抛出异常，作业失败。")
            }
            (How::Kill, Cause::Armed(point), _) => {
                let when = self.moment(point);
                say!(self, "Crash: the job is killed {when}.", "故障：{when}，作业被强行终止。")
            }
            (How::Fail, cause, Some(task)) => {
                let cause = self.cause(cause);
                say!(
                    self,
                    "Crash: {task} throws, and the job fails ({cause}).",
                    "故障：{task}抛出异常，作业失败（{cause}）。"
                )
            }
            (_, cause, _) => {
                let cause = self.cause(cause);
                say!(self, "Crash: the job fails ({cause}).", "故障：作业失败（{cause}）。")
            }
        };
        let mut why = say!(
            self,
            "Everything in the job's memory is gone: state, buffers, records on their way.",
            "作业内存里的东西全没了：状态、缓冲区、传输途中的记录。"
        );
        why.push_str(&match how {
            How::Fail => say!(
                self,
                " The clean-up still runs: a sink that is writing to a transaction aborts it.",
                "清理代码还会执行：正在写事务的输出端会回滚这个事务。"
            ),
            How::Kill => say!(self, " What was written outside stays.", "已经写到外部的内容还在。"),
        });
        Sentence::major(text).why(why).tone(Tone::Crash)
    }

    pub(super) fn requests_lost(&self, requests: u32) -> Sentence {
        let text = match requests {
            1 => say!(self, "1 request that was on its way is lost.", "1 个在途的请求丢了。"),
            _ => say!(self, "{requests} requests that were on their way are lost.", "{requests} 个在途的请求丢了。"),
        };
        Sentence::major(text).why(say!(self, "None of that arrives.", "没有一个送达。")).tone(Tone::Warn)
    }

    pub(super) fn restart_scheduled(&self, at: Time, attempt: Attempt) -> Sentence {
        Sentence::major(say!(self, "Attempt {attempt} starts at {at} s.", "尝试 {attempt} 将在第 {at} 秒启动。")).why(
            say!(
                self,
                "It starts from the newest completed checkpoint; if there is none, from the beginning.",
                "它唯一的依据是最新一个完成的检查点；如果没有，就从头开始。"
            ),
        )
    }

    pub(super) fn job_failed(&self) -> Sentence {
        let said = Sentence::major(say!(self, "The job has failed for good.", "作业最终失败。"));
        said.why(say!(self, "All restarts are used up; no attempt follows.", "重启次数已经用完，不会再有新的尝试。"))
            .tone(Tone::Harm)
    }

    pub(super) fn job_finished(&self) -> Sentence {
        let story = self.plan.story.iter().flatten();
        let why = if story.into_iter().any(|step| *step == Step::StopWithSavepoint) {
            say!(
                self,
                "Its last checkpoint or savepoint is complete, and every sink has handled the notification.",
                "最终检查点或保存点已完成，所有输出端都处理完了通知。"
            )
        } else {
            say!(
                self,
                "Everything is read, the final checkpoint is complete, and every sink has handled the notification.",
                "全部记录已读完，最终检查点已完成，所有输出端都处理完了通知。"
            )
        };
        Sentence::major(say!(self, "The job is finished.", "作业结束。")).why(why).tone(Tone::Good)
    }

    pub(super) fn job_cancelled(&self) -> Sentence {
        Sentence::major(say!(self, "The job is cancelled.", "作业被取消。")).tone(Tone::Warn).why(say!(
            self,
            "There is no final checkpoint: what a sink still holds back is not published.",
            "没有最终检查点：输出端暂存的结果不会公开。"
        ))
    }

    pub(super) fn limit_reached(&self, limit: Limit) -> Sentence {
        let text = match limit {
            Limit::Steps => say!(
                self,
                "The run is stopped here, after {MAX_STEPS} steps.",
                "模拟到此为止：已经执行了 {MAX_STEPS} 步。"
            ),
            Limit::Attempts => say!(
                self,
                "The run is stopped here, after {MAX_ATTEMPTS} attempts.",
                "模拟到此为止：已经尝试了 {MAX_ATTEMPTS} 次。"
            ),
        };
        Sentence::major(text)
            .why(say!(self, "By itself it would have gone on.", "否则它还会一直进行下去。"))
            .tone(Tone::Warn)
    }
}
