//! Lessons and challenges: every moment is reached, every answer is what the engine says, both languages say the same.

mod challenges;
mod data;
mod support;
mod texts;
