//! `lab teach glossary`.

use exactly_once_lab::i18n::glossary::{file, terms};
use exactly_once_lab::i18n::Lang;

/// Every term with its explanation in both languages.
pub fn glossary() -> String {
    let mut out = "\
# Glossary / 术语表

Made by `lab teach glossary` from `www/glossary`; the page shows the same texts when a term is pointed at. In the order in
which one builds on another.

由 `lab teach glossary` 从 `www/glossary` 生成；在页面上指向术语时，显示的也是这些文字。后面的术语建立在前面的之上。

| English | | 中文 | |
| --- | --- | --- | --- |
"
    .to_string();
    for (en, zh) in terms(file(Lang::En)).zip(terms(file(Lang::Zh))) {
        out += &format!("| **{}** | {} | **{}** | {} |\n", en.name, en.text, zh.name, zh.text);
    }
    out
}
