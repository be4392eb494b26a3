// Which licence a crate is taken under.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose } from "../../scripts/licences.mjs";

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
