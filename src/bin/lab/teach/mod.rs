//! `lab teach`: the printed part of the teacher's pack, made from the lessons and the glossary.

mod glossary;
mod quiz;

use crate::io::print;
use clap::{Args, Subcommand, ValueEnum};
use exactly_once_lab::i18n::Lang;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Teach {
    /// The glossary in both languages, as Markdown.
    Glossary,
    /// The questions of the lessons on paper, as Markdown.
    Quiz(QuizArgs),
}

#[derive(Args)]
pub struct QuizArgs {
    /// The language.
    #[arg(long, default_value = "en")]
    lang: Code,
    /// Print the right answers, computed from the runs, with what is to be said of them.
    #[arg(long)]
    key: bool,
    /// Only this lesson.
    #[arg(long, value_name = "ID")]
    lesson: Option<String>,
    /// Where the lessons' texts are, in a folder a language.
    #[arg(long, value_name = "FOLDER", default_value = "www/lessons")]
    texts: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Code {
    En,
    Zh,
}

/// Prints what was asked for.
pub fn teach(what: &Teach) -> Result<(), String> {
    let text = match what {
        Teach::Glossary => glossary::glossary(),
        Teach::Quiz(args) => quiz::quiz(args)?,
    };
    print(text.trim_end())
}

impl Code {
    fn lang(self) -> Lang {
        match self {
            Code::En => Lang::En,
            Code::Zh => Lang::Zh,
        }
    }
}
