//! Words of the room in which keys are changed.

use crate::i18n::Lang;

words! {
    title = "Keys", "快捷键";
    intro = "Every key can be changed or taken away, and all of them can be switched off: for a screen reader that has its own, or for speech input. The browser keeps it.", "每个快捷键都可以更改或取消，也可以全部关闭，以免与读屏软件或语音输入冲突。设置保存在浏览器中。";
    on = "Keys are on", "启用快捷键";
    always = "Escape, and undo and redo with Ctrl or Cmd, always work.", "Esc 以及 Ctrl（或 Cmd）的撤销、重做始终可用。";
    what = "What it does", "作用";
    which = "Keys", "按键";
    change = "Change", "更改";
    remove = "Remove", "取消";
    usual = "Back to default", "恢复默认";
    all_usual = "All back to default", "全部恢复默认";
    none = "none", "无";
    press = "Press the key now. Escape leaves it as it is.", "请按下新的键；按 Esc 保持不变。";
    changed = "Changed:", "已更改：";
    reserved = "This key belongs to the browser.", "这个键归浏览器使用。";
    taken = "This key already does something else:", "这个键已有其他作用：";
    space = "space", "空格";
    not_kept = "This browser keeps nothing for this page: the keys hold until the page is closed.", "浏览器不允许本页保存内容：设置只在关闭页面之前有效。";

    play = "Play, pause", "播放、暂停";
    step_back = "Step back", "后退一步";
    step_forward = "Step forward", "前进一步";
    leap_back = "Previous interesting moment", "上一个关键时刻";
    leap_forward = "Next interesting moment", "下一个关键时刻";
    start = "To the start", "回到开头";
    end = "To the end", "到结尾";
    tenth = "To that tenth of the run", "跳到运行的第几成";
    slower = "Slower", "减速";
    faster = "Faster", "加速";
    crash = "Crash now", "立即制造故障";
    hide = "Hide or show answers", "隐藏或显示答案";
    help = "Help", "帮助";
    present = "Present, or stop presenting", "演示或结束演示";
    blank = "Black screen while presenting", "演示时黑屏";
}

/// The words in a language.
#[must_use]
pub const fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}
