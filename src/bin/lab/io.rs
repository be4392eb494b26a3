//! Reading scenarios and printing.

use exactly_once_lab::sim::scenario::Scenario;
use std::io::{Read, Write};
use std::path::Path;

/// A scenario file larger than this is not read.
const MAX_INPUT_BYTES: u64 = 16_000_000;

/// Prints a text and ends the line.
pub fn print(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}") {
        // The reader has gone away (as `head` does): nobody is left to tell.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| format!("standard output: {error}")),
    }
}

/// Reads a scenario file; `-` stands for standard input.
pub fn scenario(path: &Path) -> Result<Scenario, String> {
    let name = path.display();
    let text = read(path).map_err(|error| format!("{name}: {error}"))?;
    Scenario::from_json(&text).map_err(|error| format!("{name}: {error}"))
}

fn read(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let read = |source: &mut dyn Read, text: &mut String| source.take(MAX_INPUT_BYTES).read_to_string(text);
    let result = if path.as_os_str() == "-" {
        read(&mut std::io::stdin().lock(), &mut text)
    } else {
        std::fs::File::open(path).and_then(|mut file| read(&mut file, &mut text))
    };
    result.map(|_| text).map_err(|error| error.to_string())
}
