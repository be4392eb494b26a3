//! The words of the subject, each explained in one or two sentences.
//!
//! The texts are files, `www/glossary/LANGUAGE.txt`, a line a term: `name in links | term | explanation`. The page loads
//! them when somebody first asks what a term means; they are no part of its module. Both files have the same terms in the
//! same order, in which one builds on another.

use super::Lang;
use crate::cut::cut;

/// A term: its name and its explanation, in one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<'a> {
    /// Its name in links and in the page's attributes; stable.
    pub id: &'a str,
    /// The term.
    pub name: &'a str,
    /// What it means.
    pub text: &'a str,
}

/// The terms of a file. Lines that are none are skipped.
///
/// # Example
/// ```
/// use exactly_once_lab::i18n::glossary::terms;
///
/// let term = terms("barrier | 屏障 | 数据源插在记录之间的标记。\n").next().expect("a term");
/// assert_eq!((term.id, term.name), ("barrier", "屏障"));
/// ```
pub fn terms(text: &str) -> impl Iterator<Item = Term<'_>> {
    text.lines().filter_map(|line| {
        let (id, rest) = cut(line, " | ")?;
        let (name, text) = cut(rest, " | ")?;
        cut(text, " | ").is_none().then_some(Term { id, name, text })
    })
}

/// The file of a language, for programs that have it built in.
#[must_use]
pub const fn file(lang: Lang) -> &'static str {
    match lang {
        Lang::En => include_str!("../../www/glossary/en.txt"),
        Lang::Zh => include_str!("../../www/glossary/zh.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_term_that_is_explained() {
        for lang in Lang::ALL {
            let all: Vec<Term> = terms(file(lang)).collect();
            assert_eq!(all.len(), file(lang).lines().count());
            for (index, term) in all.iter().enumerate() {
                assert!(all[..index].iter().all(|other| other.id != term.id), "{} is there twice", term.id);
                assert!(term.id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", term.id);
                let end = if lang == Lang::En { '.' } else { '。' };
                assert!(!term.name.is_empty() && term.text.ends_with(end), "{}: {}", term.id, term.text);
                assert!(!term.text.contains(['\u{2014}', '!', '！']), "{}: {}", term.id, term.text);
                assert!(lang == Lang::En || term.text.chars().any(|c| c >= '\u{4e00}'), "{}", term.id);
            }
        }
    }

    #[test]
    fn both_languages_have_the_same_terms_in_the_same_order() {
        let ids = |lang| terms(file(lang)).map(|term| term.id).collect::<Vec<_>>();
        assert_eq!(ids(Lang::En), ids(Lang::Zh));
        assert!(ids(Lang::En).len() >= 39);
    }
}
