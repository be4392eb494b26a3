//! The short words of the explorer's room.

use super::Lang;
use crate::explore::{FaultKind, Harm};
use crate::sim::scenario::{How, InFlight, SinkSpec};

words! {
    intro = "Nobody chooses when a failure strikes, so every moment is tried here. Between any two steps the job is crashed (killed, or by an exception; requests under way delivered or lost), and then run to its end. The scenario's own crashes are taken out first; its other faults stay.", "没有人能挑选故障发生的时刻，所以把每个时刻都试一遍：在任意两步之间让作业出故障（被杀死或抛异常，途中的请求送达或丢失），再运行到结束。场景自带的故障先拿掉，其他异常保留。";
    sampled = "Within one timing nothing is left out: state changes only in steps, so all moments between the same two steps lead to the same result. The timings themselves are only a sample: how long requests and snapshots take decides what can overlap, so a mistake may be hidden in one timing and show in another.", "在同一组时延下没有遗漏：状态只在每一步改变，两步之间的所有时刻等价。时延本身只是抽样：请求和快照要多久，决定了哪些事情会同时在途，所以一个错误可能在某组时延下不露面，换一组就现形。";
    story = "This scenario is driven by a story, and its crashes are steps of the story. The explorer needs one that goes by time.", "这个场景由步骤驱动，故障本身就是其中的步骤。穷举需要按时间驱动的场景。";
    too_many = "This scenario has the largest number of faults allowed, so no crash can be added.", "这个场景的异常已达上限，无法再加入故障。";
    scenario = "Scenario", "场景";
    hunt_scene = "made for this mistake", "为这个错误准备的场景";
    comma = ", ", "，";
    colon = ": ", "：";
    crashes = "Crashes in one run", "一次运行中的故障数";
    two = "one and two", "一次和两次";
    three = "up to three", "最多三次";
    timings = "Timing", "时延";
    timing_own = "the scenario's", "场景自己的";
    timing_all = "all, one after the other", "全部，逐一尝试";
    again = "Explore again", "重新穷举";
    cancel = "Cancel", "取消";
    go_on = "Go on", "继续";
    cancelled = "stopped before the end", "中途停止";
    progress = "Progress", "进度";
    schedules = "schedules", "种故障安排";
    steps = "steps", "步";
    ms = "ms", "毫秒";
    cut = "Too many: the rest was left out", "数量过多，其余从略";

    sinks = "Results, sink by sink", "各输出端的结果";
    sinks_intro = "Runs are counted by their result. The run that opens is the smallest one with that result: as few crashes as possible, and nothing that is not needed. The moments at which a single crash does harm are those of the scenario's own timing, whichever way the job dies.", "按结果统计的运行次数。打开的是同类中最小的运行：故障次数最少，没有多余的内容。“一次故障何时有害”按场景自己的时延给出，不论作业以哪种方式失败。";
    windows = "When one crash does harm", "一次故障何时有害";
    windows_none = "never", "从不";
    windows_more = "more", "处未列出";
    sink = "Sink", "输出端";
    runs = "runs", "次运行";
    searching = "still looking", "仍在寻找";
    open = "open it", "打开";
    open_label = "Open this run in the lab", "在实验室打开这次运行";
    without = "Even without a crash", "即使没有故障";

    pairs = "Two crashes", "两次故障";
    pairs_intro = "Down: the first crash. Across: the second. The narrow strip on the left: the first crash alone. Click or tap a cell to read about its worst run. Keyboard: arrows move (with Shift, ten at a time), N goes to the next harm, Enter opens.", "纵向是第一次故障，横向是第二次；左侧窄条是只有第一次故障的结果。点击一格可看到其中最坏的运行。键盘：方向键移动，加 Shift 每次十格；N 跳到下一个有害之处；回车打开。";
    matrix = "Matrix of pairs of crashes", "两次故障的矩阵";
    first = "First crash", "第一次故障";
    second = "second crash", "第二次故障";
    second_axis = "Second crash", "第二次故障";
    seconds = "s", "秒";
    between = "to", "至";
    later = "and later", "及以后";
    before = "The second crash comes after the first.", "第二次故障在第一次之后。";
    no_job = "There is no job to crash.", "此时没有作业可以出故障。";
    unknown = "Not tried yet.", "尚未尝试。";
    no_job_short = "no job to crash", "没有可故障的作业";
    alone = "The first one alone", "只有第一次";
    next_harm = "Next harm", "下一个有害之处";

    table = "Every sink under every fault", "每种输出端，每种异常";
    table_later = "It is computed when the crashes are done.", "故障穷举完成后计算。";
    table_intro = "Each fault is tried wherever it can strike in the scenario's run, one at a time. A cell shows the worst result, and how many of the runs came to harm; press it to read more and to open the worst run. Everything is computed from the scenario above.", "每种异常逐一在运行中它能发生的每一处尝试。格子里写的是最坏结果，以及有多少次运行受害；按下可看详情并打开最坏的运行。全部由上面的场景计算得出。";
    with_crash = "and one crash more, at every moment", "再加一次故障，遍历每个时刻";
    with_crash_note = "Each fault is tried at up to 12 places then.", "此时每种异常最多尝试 12 处。";
    not_there = "nothing there for this fault to strike", "这种异常在此无处发生";

    export = "Export", "导出";
    csv = "Table as CSV", "表格（CSV）";
    json = "Everything as JSON", "全部（JSON）";
    not_yet = "What is grey has not been computed yet.", "灰色的尚未计算。";
    map_title = "What one crash at each moment leads to", "每个时刻出一次故障的后果";
    map_svg = "Crash map as SVG", "故障图（SVG）";
    matrix_svg = "Matrix as SVG", "矩阵（SVG）";

    hunt = "Find the bug", "找出错误";
    hunt_intro = "Behind each number stands one mistake that real jobs or connectors have made, built into the engine. The scenario in which it shows is explored with the mistake in it. Look at the runs that come to harm, then say what is wrong.", "每个编号背后，引擎里都埋了一个真实作业和连接器犯过的错误。用能让它现形的场景做一次穷举，看看受害的运行，再说出哪里错了。";
    hunt_number = "Mistake", "错误";
    hunt_none = "none: the scenario of the lab", "无：实验室的场景";
    hunt_in_own = "in the lab's scenario instead of its own", "放进实验室的场景，而不是它自己的场景";
    hunt_question = "What is wrong? Press what you think it is.", "哪里错了？按下你认为对的一项。";
    hunt_tell = "Tell me", "直接告诉我";
    hunt_right = "Yes, that is it.", "对，就是它。";
    hunt_wrong = "No. With that mistake the same runs end differently:", "不是。换成那个错误，同样的运行结果不同：";
    hunt_alike = "No, though in this scenario both give the same counts. Look at what a run does.", "不是，不过在这个场景里两者的计数相同。请看一次运行的过程。";
    hunt_answer = "What is wrong here", "错在哪里";
    hunt_should = "How it ought to be", "应该怎样";
    hunt_here = "here", "此处";
    hunt_there = "with your guess", "你猜的那个";
}

/// The words in a language.
#[must_use]
pub const fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}

/// How many runs there were at a place, and the worst that they came to.
#[must_use]
pub fn runs_worst(lang: Lang, runs: u64, worst: Harm) -> String {
    let (number, worst) = (grouped(runs), harm(lang, worst));
    match lang {
        Lang::En if runs == 1 => format!("1 run: {worst}"),
        Lang::En => format!("{number} runs, the worst: {worst}"),
        Lang::Zh if runs == 1 => format!("1 次运行：{worst}"),
        Lang::Zh => format!("{number} 次运行，最坏：{worst}"),
    }
}

/// At how many places a fault was tried, in how many runs, and how many of them came to harm. To be put behind a sentence.
#[must_use]
pub fn tried(lang: Lang, [places, runs, harmful]: [u64; 3]) -> String {
    let several = |count: u64| if count == 1 { "" } else { "s" };
    let [at, of, harms] = [places, runs, harmful].map(grouped);
    match lang {
        Lang::En => {
            format!(". Tried at {at} place{} in {of} run{}, {harms} of them with harm.", several(places), several(runs))
        }
        Lang::Zh => format!("。尝试 {at} 处，共 {of} 次运行，其中 {harms} 次受害。"),
    }
}

/// What exploring took: runs, steps of the engine, and milliseconds.
#[must_use]
pub fn counts(lang: Lang, runs: u64, steps: u64, ms: u64) -> String {
    let words = words(lang);
    let (comma, [runs, steps, ms]) = (words.comma, [runs, steps, ms].map(grouped));
    format!("{runs} {}{comma}{steps} {}{comma}{ms} {}", words.schedules, words.steps, words.ms)
}

/// A number with its thousands set apart.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A harm in a word, as the crash map of the lab says it.
#[must_use]
pub const fn harm(lang: Lang, harm: Harm) -> &'static str {
    let words = lang.words();
    match harm {
        Harm::None => words.h_none,
        Harm::DirtyRead => words.h_dirty,
        Harm::Blocked => words.h_blocked,
        Harm::WentBack => words.h_back,
        Harm::Duplicates => words.h_dup,
        Harm::Loss => words.h_loss,
        Harm::DuplicatesAndLoss => words.h_dup_loss,
        Harm::Differs => words.h_differs,
        Harm::Stuck => words.h_stuck,
    }
}

/// A sink's name, short.
#[must_use]
pub const fn sink(lang: Lang, sink: SinkSpec) -> &'static str {
    let words = lang.words();
    match sink {
        SinkSpec::Append { .. } => words.map_append,
        SinkSpec::Upsert { .. } => words.map_kv,
        SinkSpec::Increment => words.map_add,
        SinkSpec::WriteAheadLog { .. } => words.map_wal,
        SinkSpec::TwoPhaseCommit { .. } => words.map_2pc,
        SinkSpec::Committer { .. } => words.map_committer,
        SinkSpec::File { .. } => words.map_file,
    }
}

/// A kind of fault, short enough for the head of a column.
#[must_use]
pub const fn fault(lang: Lang, kind: FaultKind) -> &'static str {
    let (en, zh) = match kind {
        FaultKind::Nothing => ("no fault", "无异常"),
        FaultKind::Killed => ("killed", "被杀死"),
        FaultKind::KilledLost => ("killed, requests lost", "被杀死，请求丢失"),
        FaultKind::KilledLate => ("killed, requests late", "被杀死，请求迟到"),
        FaultKind::Thrown => ("exception in a task", "任务抛异常"),
        FaultKind::Declined => ("checkpoint declined", "检查点被拒绝"),
        FaultKind::Unnotified => ("notification lost", "通知丢失"),
        FaultKind::NotifiedLate => ("notification late", "通知迟到"),
        FaultKind::ReplyLost => ("reply lost", "应答丢失"),
        FaultKind::Expired => ("transaction times out", "事务超时"),
        FaultKind::ExternalAway => ("store away, 3 s", "外部系统中断 3 秒"),
        FaultKind::StoreAway => ("checkpoint store away, 3 s", "检查点存储中断 3 秒"),
        FaultKind::Surge => ("surge, 5 times as fast", "流量激增至 5 倍"),
        FaultKind::Jitter => ("delays vary", "时延抖动"),
    };
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

/// How a job dies, and what becomes of its requests, in words.
#[must_use]
pub const fn variant(lang: Lang, how: How, in_flight: InFlight) -> &'static str {
    let (en, zh) = match (how, in_flight) {
        (How::Kill, InFlight::Delivered) => ("killed", "被杀死"),
        (How::Kill, InFlight::Lost) => ("killed, requests lost", "被杀死，请求丢失"),
        (How::Kill, InFlight::Late(_)) => ("killed, requests late", "被杀死，请求迟到"),
        (How::Fail, InFlight::Delivered) => ("exception", "抛异常"),
        (How::Fail, InFlight::Lost) => ("exception, requests lost", "抛异常，请求丢失"),
        (How::Fail, InFlight::Late(_)) => ("exception, requests late", "抛异常，请求迟到"),
    };
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 5_655_962].map(grouped), ["0", "999", "1,000", "5,655,962"]);
    }

    #[test]
    fn one_is_said_as_one() {
        assert_eq!(runs_worst(Lang::En, 1, Harm::None), "1 run: harmless");
        assert_eq!(tried(Lang::En, [1, 1, 0]), ". Tried at 1 place in 1 run, 0 of them with harm.");
        assert_eq!(tried(Lang::En, [12, 1_200, 3]), ". Tried at 12 places in 1,200 runs, 3 of them with harm.");
    }
}
