// scripts/split.mjs on a module that the compiler makes here.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { split } from "../../scripts/split.mjs";
import { takeOut } from "../../scripts/texts.mjs";

const CHINESE = "门后的文字";
const source = `
pub trait Says { fn say(&self, n: usize) -> &'static [u8]; }

pub struct AtHand;
pub struct Behind;
impl Says for AtHand { fn say(&self, n: usize) -> &'static [u8] { &b"what is at hand"[n % 2..] } }
impl Says for Behind { fn say(&self, n: usize) -> &'static [u8] { &"what is behind ${CHINESE}".as_bytes()[n % 2..] } }

pub mod app {
    pub mod doors {
        #[inline(never)]
        pub fn behind(n: usize) -> Box<dyn crate::Says> {
            if n > 1_000 { Box::new(crate::AtHand) } else { Box::new(crate::Behind) }
        }
    }
}

fn sum(says: &dyn Says, n: usize) -> u32 { says.say(n).iter().map(|byte| u32::from(*byte)).sum() }

#[no_mangle]
pub extern "C" fn at_hand(n: usize) -> u32 { sum(&AtHand, n) }

#[no_mangle]
pub extern "C" fn beyond(n: usize) -> u32 { sum(&*app::doors::behind(n), n) }
`;
const sumOf = (text) => Buffer.from(text).reduce((sum, byte) => sum + byte, 0);

let linked;
let unlinked;
let otherNames;
before(() => {
  const folder = mkdtempSync(join(tmpdir(), "split-"));
  try {
    const [rust, wasm] = [join(folder, "lib.rs"), join(folder, "lib.wasm")];
    writeFileSync(rust, source);
    const compile = (...more) => {
      const target = ["--target", "wasm32-unknown-unknown", "--crate-type", "cdylib", "--crate-name", "exactly_once_lab"];
      execFileSync("rustc", [...target, "--edition", "2021", "-Copt-level=1", "-Cstrip=debuginfo", ...more, "-o", wasm, rust]);
      return readFileSync(wasm);
    };
    linked = compile("-Clink-arg=--emit-relocs");
    unlinked = compile();
    otherNames = compile("-Clink-arg=--emit-relocs", "-Csymbol-mangling-version=v0");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const instance = async (bytes, imports = {}) => (await WebAssembly.instantiate(bytes, imports)).instance;

test("what is behind a door is in the second module only, and both together do what the one did", async () => {
  const whole = await instance(linked);
  const { module, more } = split(linked, linked);
  for (const [text, [is, isNot]] of [["what is at hand", [module, more]], ["what is behind", [more, module]]]) {
    assert.ok(is.includes(text) && !isNot.includes(text), text);
  }
  const page = await instance(module);
  assert.equal(page.exports.at_hand(0), sumOf("what is at hand"));
  assert.throws(() => page.exports.beyond(0), WebAssembly.RuntimeError);
  await instance(more, { page: page.exports });
  for (const n of [0, 1, 1_001]) assert.equal(page.exports.beyond(n), whole.exports.beyond(n), `${n}`);
  assert.equal(page.exports.beyond(0), sumOf(`what is behind ${CHINESE}`));
  assert.equal(page.exports.at_hand(1), whole.exports.at_hand(1));
});

test("a text that was taken out, and is back, stays when the second module comes", async () => {
  const without = takeOut(linked, new Set([CHINESE]));
  const [line] = without.texts.split("\n");
  const { module, more } = split(without.module, linked);
  const page = await instance(module);
  Buffer.from(page.exports.memory.buffer).set(Buffer.from(CHINESE), Number(line.split(" ")[0]));
  await instance(more, { page: page.exports });
  assert.equal(page.exports.beyond(0), sumOf(`what is behind ${CHINESE}`));
});

test("a door is known by either of the names that Rust gives", async () => {
  const { module, more } = split(otherNames, otherNames);
  assert.ok(more.includes("what is behind") && !module.includes("what is behind"));
});

test("a module that was linked without relocations is refused", () => {
  assert.throws(() => split(unlinked, unlinked), /not linked with --emit-relocs/);
});
