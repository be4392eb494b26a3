//! The short words of the room in which two runs are compared.

use super::Lang;

words! {
    intro = "Two runs side by side. Change one thing and see what follows from it; what differs is marked.", "两次运行并排对比。只改一处，看看会有什么不同；不同之处有标记。";
    scenario = "Scenario", "场景";
    own = "own scenario", "自定义场景";
    sink = "Sink", "输出端";
    crashes = "Crashes at, s", "故障时刻（秒）";
    crashes_none = "no crash", "没有故障";
    by_story = "This scenario is driven by a story, so its crashes are steps of it.", "这个场景由剧本驱动，故障是剧本中的步骤。";
    setting = "Change a setting", "改一项设置";
    value = "Value", "取值";
    open_file = "Open a file", "打开文件";
    to_lab = "Open it in the lab", "在实验室打开";
    as_left = "Make B the same as A", "让 B 与 A 相同";
    old = "As of the values that were taken last.", "这是上一次有效的值的结果。";
    swap = "Swap A and B", "交换 A 和 B";
    copy_link = "Copy as link", "复制为链接";
    copied = "The link is in the clipboard.", "链接已复制到剪贴板。";
    not_copied = "The browser did not let us copy. The address above holds this comparison.", "浏览器不允许复制。上面的地址就是这次对比的链接。";
    not_opened = "Not opened:", "未打开：";
    differs = "differs", "不同";
    same = "The two runs do not differ in anything.", "两次运行没有任何不同。";

    set = "What is set differently", "设置的不同";
    set_none = "Nothing: both have the same settings.", "没有：两边设置相同。";
    default = "as by default", "默认";
    ended = "How they end", "结局";
    outside = "What readers outside get", "外部读者得到什么";
    outside_table = "Each row as count / sum.", "每行为“计数 / 总和”。";
    outside_apart = "A list and a table cannot be laid side by side row by row. The verdict judges each by its own kind.", "列表和表格无法逐行对照，结论各按各的方式判定。";
    only_a = "only in A", "仅 A 有";
    only_b = "only in B", "仅 B 有";
    nothing = "nothing", "空";
    account = "What happened", "发生了什么";
    account_note = "Aligned by what happened, attempt by attempt, whenever it was.", "按事情本身逐次尝试对齐，与时间无关。";
    details = "All details", "全部细节";
    more = "more differences are not shown:", "未显示的不同之处：";

    verdict = "Verdict", "结论";
    job = "Job", "作业";
    twice = "There more than once", "重复出现";
    lost = "Never readable", "永远读不到";
    went_back = "Went back in time", "时间闪回的行";
    attempts = "Attempts began from checkpoint (- is the start)", "各次尝试从哪个检查点开始（- 为开头）";
    completed = "Completed checkpoints", "完成的检查点";
    aborted = "Aborted checkpoints", "放弃的检查点";
    read_again = "Records read again", "重新读取的记录数";
    transactions = "Transactions", "事务";
    skipped = "Steps with nothing to do", "没有事情可做的步骤";
    latency = "Median time until readable, s", "可读所需时间的中位数（秒）";
    duration = "Length of the run, s", "运行时长（秒）";
    none = "none", "无";
}

/// The words in a language.
#[must_use]
pub const fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}

/// "3 things alike".
#[must_use]
pub fn alike(lang: Lang, number: usize) -> String {
    match (lang, number) {
        (Lang::En, 1) => "1 thing alike".to_string(),
        (Lang::En, _) => format!("{number} things alike"),
        (Lang::Zh, _) => format!("{number} 件事相同"),
    }
}

/// A word of an outcome: how a job ended, what became of a transaction. What is none of these stays as it is.
#[must_use]
pub fn outcome_word(lang: Lang, word: &'static str) -> &'static str {
    if lang == Lang::En {
        return word;
    }
    match word {
        "finished" => "已完成",
        "failed" => "失败",
        "cancelled" => "已取消",
        "running" => "运行中",
        "committed" => "已提交",
        "aborted" => "已回滚",
        "prepared" => "已预提交",
        "open" => "未结束",
        "expired" => "已超时",
        other => other,
    }
}
