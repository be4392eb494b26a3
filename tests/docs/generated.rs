//! Documents that the `lab` makes. `UPDATE_EXPECT=1 cargo test --test docs` writes them anew.

use expect_test::{expect_file, ExpectFile};
use std::process::Command;

fn lab(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the lab runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn is_made_by(file: &ExpectFile, args: &[&str]) {
    file.assert_eq(&lab(args));
}

#[test]
fn the_glossary_is_that_of_the_page() {
    is_made_by(&expect_file!["../../docs/glossary.md"], &["teach", "glossary"]);
}
