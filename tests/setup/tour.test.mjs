// The tour's texts. Walking through it is a matter of tests/e2e.
import assert from "node:assert/strict";
import { test } from "node:test";
import { steps } from "../../www/tour.js";

test("five steps, each with a title and a text in both languages", () => {
  assert.equal(steps.length, 5);
  for (const { at, en, zh } of steps) {
    assert.ok(at);
    for (const texts of [en, zh]) {
      assert.equal(texts.length, 2);
      for (const text of texts) assert.ok(text.length > 3 && !/[\u2014!！]/.test(text), text);
    }
    assert.match(en[1], /\.$/);
    assert.match(zh[1], /。$/);
    assert.match(zh[0], /[\u4e00-\u9fff]/);
  }
});
