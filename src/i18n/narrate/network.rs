//! Between the job and the outside: replies that are lost, requests that outlive their attempt.

use super::names::Teller;
use super::{Lang, Sentence, Tone};
use crate::sim::external::REPLY_TIMEOUT;
use crate::sim::id::Attempt;
use crate::sim::scenario::{Named, RequestKind};

impl Teller<'_> {
    fn request(&self, request: RequestKind) -> &'static str {
        match (self.lang, request) {
            (Lang::En, _) => request.name(),
            (Lang::Zh, RequestKind::Append) => "追加",
            (Lang::Zh, RequestKind::Put) => "按键写入",
            (Lang::Zh, RequestKind::Add) => "累加",
            (Lang::Zh, RequestKind::Mark) => "标记",
            (Lang::Zh, RequestKind::Begin) => "开始",
            (Lang::Zh, RequestKind::Write) => "写入",
            (Lang::Zh, RequestKind::Prepare) => "预提交",
            (Lang::Zh, RequestKind::Commit) => "提交",
            (Lang::Zh, RequestKind::Abort) => "回滚",
        }
    }

    pub(super) fn reply_lost(&self, request: RequestKind) -> Sentence {
        let request = self.request(request);
        let text = say!(self, "The reply to the {request} request is lost.", "对“{request}”请求的答复丢了。");
        Sentence::major(text).tone(Tone::Warn).why(say!(
            self,
            "Whatever was done outside stays done. The sink cannot know: after {REPLY_TIMEOUT} s its client throws an \
             exception.",
            "外部做过的事不会撤销，而输出端无从得知：{REPLY_TIMEOUT} 秒后，它的客户端抛出异常。"
        ))
    }

    pub(super) fn requests_held_up(&self, requests: u32) -> Sentence {
        let text = match requests {
            1 => say!(self, "1 request that was on its way is held up.", "1 个在途的请求被耽搁了。"),
            _ => say!(
                self,
                "{requests} requests that were on their way are held up.",
                "{requests} 个在途的请求被耽搁了。"
            ),
        };
        let why = if self.plan.story.is_some() {
            say!(self, "It arrives when the story releases it.", "剧本放行时它才到达。")
        } else {
            say!(
                self,
                "The sender is dead, what it sent is not: that arrives later.",
                "发送者已经不在，请求却还在，以后才到。"
            )
        };
        Sentence::major(text).tone(Tone::Warn).why(why)
    }

    pub(super) fn late_request(&self, attempt: Attempt) -> Sentence {
        let text = say!(
            self,
            "A request of attempt {attempt} arrives, though that attempt is dead.",
            "尝试 {attempt} 的一个请求到了，而那次尝试早已失败。"
        );
        Sentence::major(text).tone(Tone::Warn).why(say!(
            self,
            "It is a zombie. A store that checks the attempt when it applies a request turns it away; any other carries it \
             out.",
            "这就是僵尸请求。外部系统如果在执行时核对尝试编号，就会拒绝它，否则照常执行。"
        ))
    }
}
