// The help on terms: which one stands at a place of a sentence. How it is shown is a matter of tests/e2e.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse, termAt } from "../../www/terms.js";

const glossary = (lang) => parse(readFileSync(new URL(`../../www/glossary/${lang}.txt`, import.meta.url), "utf8"));
const [en, zh] = [glossary("en"), glossary("zh")];
const id = (terms, text, word) => termAt(text, text.indexOf(word), terms)?.term.id;

test("every line of the files is a term, the same ones in both languages", () => {
  assert.ok(en.length >= 39);
  assert.deepEqual(en.map((term) => term.id), zh.map((term) => term.id));
});

test("a term is found wherever in it one points, in the forms that sentences have", () => {
  assert.equal(id(en, "The barriers are aligned.", "rriers"), "barrier");
  assert.equal(id(en, "Checkpoint 2 is triggered.", "Check"), "checkpoint");
  assert.equal(id(en, "It is committed again.", "tted"), "commit");
  assert.equal(id(en, "The WAL waits.", "AL"), "write-ahead-log");
  assert.equal(id(zh, "检查点 1 已完成。", "点"), "checkpoint");
  assert.equal(id(zh, "数据重发之后", "重发"), "replay");
});

test("the longest one counts", () => {
  assert.equal(id(en, "the write-ahead log sends", "log"), "write-ahead-log");
  assert.equal(id(en, "It makes a pre-commit.", "commit"), "pre-commit");
  assert.equal(id(zh, "事务已预提交。", "提交"), "pre-commit");
});

test("a part of another word is no term", () => {
  assert.equal(id(en, "a catalogue", "log"), undefined);
  assert.equal(id(en, "the statement", "state"), undefined);
  assert.equal(id(en, "nothing here", "nothing"), undefined);
  assert.equal(termAt("checkpoint", 10, en), undefined);
});
