//! Words for people, in every language of the page. Typed: a missing translation does not compile.

/// A struct `Words` of short texts, with a constant a language: a missing translation does not compile.
macro_rules! words {
    ($($name:ident = $en:literal, $zh:literal;)*) => {
        /// Short texts that belong together, in one language.
        #[allow(missing_docs)] // each is its own explanation
        pub struct Words { $(pub $name: &'static str,)* }

        /// English.
        pub const EN: Words = Words { $($name: $en,)* };
        /// Chinese.
        pub const ZH: Words = Words { $($name: $zh,)* };

        #[cfg(test)]
        mod texts {
            #[test]
            fn nothing_is_empty_and_chinese_is_chinese() {
                for (name, en, zh) in [$((stringify!($name), $en, $zh),)*] {
                    assert!(!en.is_empty() && !zh.is_empty(), "{name}");
                    assert!(!en.contains('\u{2014}') && !zh.contains('\u{2014}'), "{name}: no dashes");
                    assert!(zh.chars().any(|c| c >= '\u{4e00}'), "{name}: {zh}");
                }
            }
        }
    };
}

pub mod compare;
pub mod errors;
pub mod explore;
pub mod format_words;
pub mod glossary;
pub mod mutants;
pub mod narrate;
pub mod places;
pub mod settings;
pub mod story_help;
pub mod studio;
pub mod window;
pub mod words;
pub mod write;

pub use words::Words;

/// A label and what it is about. A full-width colon brings its own room.
#[must_use]
pub fn pair(label: &str, what: impl std::fmt::Display) -> String {
    format!("{label}{}{what}", if label.ends_with('：') { "" } else { " " })
}

/// A language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese (simplified).
    Zh,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Zh];

    /// The language's code, as in `lang="en"` and in links.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }

    /// The language's name in itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Lang::En => "English",
            Lang::Zh => "中文",
        }
    }

    /// The language of a code such as `zh` or `zh-CN`; `None` if the page does not speak it.
    #[must_use]
    pub fn parse(code: &str) -> Option<Lang> {
        let main = code.split(['-', '_']).next()?;
        Lang::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(main))
    }

    /// The page's words in this language.
    #[must_use]
    pub const fn words(self) -> &'static Words {
        match self {
            Lang::En => &words::EN,
            Lang::Zh => &words::ZH,
        }
    }
}
