// scripts/test: which stages it runs, and what it says at the end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { machineWithRustup } from "./sandbox.mjs";

// Everything is installed; `cargo` answers as `body` says.
function readyMachine(context, body) {
  const machine = machineWithRustup(context);
  machine.write("target-added", "");
  machine.command("cargo", body);
  return machine;
}

const lastLine = (output) => output.trimEnd().split("\n").at(-1);

test("the total adds up what the runners say", async (t) => {
  const machine = readyMachine(t, 'echo "test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured"; echo "test result: ok. 3 passed; 0 failed; 0 ignored"');
  const { status, output } = await machine.run("scripts/test", ["host"]);
  assert.equal(status, 0, output);
  assert.equal(lastLine(output), "7 passed, 0 failed, 1 skipped");
});

test("Node's runner is added up too, with tests that were cancelled as failed", async (t) => {
  const machine = readyMachine(t, "");
  machine.command("node", '[ "$1" != --test ] || printf "ℹ tests 6\\nℹ pass 3\\nℹ fail 1\\nℹ cancelled 2\\nℹ skipped 0\\n"; [ "$1" != --test ]');
  const { status, output } = await machine.run("scripts/test", ["scripts"]);
  assert.equal(status, 1);
  assert.equal(lastLine(output), "3 passed, 3 failed");
});

test("it stops at a stage that fails, and counts it", async (t) => {
  const machine = readyMachine(t, 'case $* in fmt*--check) exit 1;; esac');
  const { status, output } = await machine.run("scripts/test", ["fmt", "clippy"]);
  assert.equal(status, 1);
  assert.match(output, /=== fmt: FAILED in \d+ s\nfailed: fmt\n0 passed, 1 failed\n$/);
  assert.deepEqual(machine.calls(/^cargo clippy --locked/), []);
});

test("with --keep-going it goes on, and still fails", async (t) => {
  const machine = readyMachine(t, 'case $* in fmt*--check) exit 1;; test*) echo "test result: ok. 2 passed; 0 failed; 0 ignored";; esac');
  const { status, output } = await machine.run("scripts/test", ["--keep-going", "fmt", "clippy", "host"]);
  assert.equal(status, 1);
  assert.equal(machine.calls(/^cargo clippy --locked/).length, 1);
  assert.match(output, /failed: fmt\n2 passed, 1 failed\n$/);
});

test("clippy denies warnings", async (t) => {
  const machine = readyMachine(t, "");
  await machine.run("scripts/test", ["clippy"]);
  assert.equal(machine.calls(/^cargo clippy .*-- -D warnings$/).length, 1);
});

test("host stages ask for no browser and no trunk", async (t) => {
  const machine = readyMachine(t, "");
  const { status, output } = await machine.run("scripts/test", ["host", "clippy", "fmt"]);
  assert.equal(status, 0, output);
  assert.deepEqual(machine.calls(/^cargo install/), []);
  assert.deepEqual(output.match(/^=== \w+$/gm), ["=== fmt", "=== clippy", "=== host"]);
});

test("the end-to-end tests build first the page that they judge", async (t) => {
  const machine = machineWithRustup(t);
  for (const name of ["chromium", "chromedriver", "node"]) machine.command(name, "");
  machine.command("npm", "mkdir -p node_modules");
  await machine.run("scripts/setup", ["--tests"]);
  machine.write("project/scripts/build", "#!/bin/sh\necho stand-in >&2; exit 1\n");
  const { status, output } = await machine.run("scripts/test", ["e2e"]);
  assert.equal(status, 1);
  assert.match(output, /=== build\nstand-in\n=== build: FAILED/);
  assert.doesNotMatch(output, /=== e2e/);
});

test("where there is no Firefox its stage is left out, plainly", async (t) => {
  const machine = machineWithRustup(t);
  for (const name of ["chromium", "chromedriver", "node"]) machine.command(name, "");
  machine.command("npm", "mkdir -p node_modules");
  machine.write("project/scripts/build", "#!/bin/sh\nexit 0\n");
  const { output } = await machine.run("scripts/test", ["--keep-going"]);
  assert.match(output, /the stage firefox is left out: firefox and geckodriver are not on PATH/);
  assert.match(output, /=== e2e/);
  assert.doesNotMatch(output, /=== firefox/);
});
