// Which licence a crate is taken under.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { aboveTheCode, choose } from "../../scripts/licences.mjs";

test("of a choice of licences one that is allowed is taken, the preferred one if it is among them", () => {
  assert.deepEqual(choose("MIT OR Apache-2.0"), ["Apache-2.0"]);
  assert.deepEqual(choose("MIT/Apache-2.0"), ["Apache-2.0"]);
  assert.deepEqual(choose("GPL-3.0 OR MIT"), ["MIT"]);
  assert.deepEqual(choose("Apache-2.0 WITH LLVM-exception OR GPL-3.0"), ["Apache-2.0"]);
});

test("what holds together is taken together", () => {
  assert.deepEqual(choose("(MIT OR Apache-2.0) AND Unicode-3.0"), ["Apache-2.0", "Unicode-3.0"]);
  assert.deepEqual(choose("(GPL-3.0 AND MIT) OR (Zlib AND MIT)"), ["Zlib", "MIT"]);
});

test("what is not allowed is refused", () => {
  for (const expression of ["GPL-3.0", "MIT AND GPL-3.0", "(MIT AND GPL-3.0) OR AGPL-3.0", "Apache-2.1"]) {
    assert.equal(choose(expression), undefined, expression);
  }
});

test("a licence that stands above the code and nowhere else is found there", () => {
  const folder = mkdtempSync(join(tmpdir(), "crate-"));
  try {
    assert.deepEqual(aboveTheCode(folder), []);
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src/lib.rs"), "/* \n * Copyright\n * Permission is hereby granted\n */\n\n/* not this */\n");
    assert.deepEqual(aboveTheCode(folder), ["Copyright\nPermission is hereby granted"]);
    writeFileSync(join(folder, "src/lib.rs"), "//! Code.\n/* not this */\n");
    assert.deepEqual(aboveTheCode(folder), []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
