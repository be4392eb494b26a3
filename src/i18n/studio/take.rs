//! Words of the rooms in which a moment is taken along or read as tables.

use crate::i18n::Lang;

words! {
    title = "Export", "导出";
    picture = "This moment as a picture", "把此刻存为图片";
    picture_what = "What the lab shows at this moment, with what is hidden there left hidden.", "即实验室此刻的画面；已隐藏的答案在图中同样隐藏。";
    light = "Light", "浅色";
    dark = "Dark", "深色";
    save_svg = "Save as SVG", "存为 SVG";
    save_png = "Save as PNG", "存为 PNG";
    data = "The run as data", "把整次运行存为数据";
    data_what = "From beginning to end, with every sink. JSON: the scenario, the outcome and every fact, as the JavaScript API gives them. CSV: a line a fact, with its sentence, for a spreadsheet.", "从头到尾，包含每个输出端。JSON：场景、结果和全部事实，与 JavaScript API 一致。CSV：每行一个事实并附说明，可用表格软件打开。";
    save_json = "Save as JSON", "存为 JSON";
    save_csv = "Save as CSV", "存为 CSV";
    cancel = "Cancel", "取消";
    cancelled = "Cancelled; nothing was saved.", "已取消，没有保存任何内容。";
    working = "Writing", "正在写出";
    saved = "Saved:", "已保存：";
    no_png = "This browser could not make a PNG of it. The SVG has the same picture.", "此浏览器无法生成 PNG。SVG 是同一张图。";
    session = "Your session as a file", "把会话存为文件";
    session_what = "What is open, the way you came there (undo), lessons done, keys and settings. Open the file in another browser to go on there.", "当前打开的内容、操作历史（撤销）、学习进度、快捷键与设置。在另一个浏览器中打开该文件即可继续。";
    save_session = "Save the session", "保存会话";
    open_session = "Open a session file", "打开会话文件";
    opened = "The session is open. The one before was put aside.", "会话已打开，原来的会话已另存一处。";
    bad_file = "This file cannot be opened; nothing was changed.", "无法打开此文件，未作任何改动。";
    aside = "A session that was put aside", "另存一处的会话";
    aside_what = "It could not be read, or another one was opened in its place.", "它无法读取，或被另一个会话取代。";
    save_aside = "Save it as a file", "存为文件";
    blocked = "This browser keeps nothing for this page. What you do is in the address; a file keeps the rest.", "此浏览器不允许本页保存内容。当前状态在地址中，其余内容可存为文件。";

    table_intro = "Everything that the picture shows at this moment, as tables. The lab stays where it is; step from here or go back.", "此刻画面中的全部内容，以表格呈现。可在这里单步前进、后退，或回到实验室。";
    back = "Step back", "后退一步";
    forward = "Step forward", "前进一步";
    leap_back = "Previous interesting moment", "上一个关键时刻";
    leap_forward = "Next interesting moment", "下一个关键时刻";
    happened = "What just happened", "刚刚发生了什么";
    nothing = "Nothing has happened yet.", "还没有发生任何事。";
    empty = "none", "无";
    sink = "Sink", "输出端";
    kind = "How it writes", "写出方式";
    holds = "What it does and holds", "正在做什么、持有什么";
    verdict = "Verdict", "结论";
    value = "Value", "值";
    state = "State", "状态";
    was_read = "was read", "已读取";
    in_log = "in the log", "已在日志中";
    on_its_way = "On its way", "在途";
    what = "What", "内容";
    way = "Where", "去向";
    waits = "in front of it waits", "前面等待：";
    barrier = "barrier of checkpoint", "屏障：检查点";
    news = "news of checkpoint", "通知：检查点";
    metadata = "metadata of checkpoint", "元数据：检查点";
    answer_yes = "answer: done", "应答：成功";
    answer_no = "answer: refused", "应答：拒绝";
    to_operator = "from the source to the operator", "数据源 → 算子";
    to_sink = "from the operator to the sink", "算子 → 输出端";
    to_outside = "from the sink to the outside", "输出端 → 外部";
    from_outside = "from the outside to the sink", "外部 → 输出端";
    to_sink_news = "from the coordinator to the sink", "协调器 → 输出端";
    to_store = "to the checkpoint store", "→ 检查点存储";
}

/// The words in a language.
#[must_use]
pub const fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}
