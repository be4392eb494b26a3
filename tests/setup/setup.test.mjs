// scripts/setup on machines made of stand-ins: the ways it takes, and what it says
// when it can't go on.
import assert from "node:assert/strict";
import { existsSync, readlinkSync, rmSync } from "node:fs";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { cargoInstall, debianMachine, lockedWasmBindgen, machineWithRustup, onPath, sandbox } from "./sandbox.mjs";

const installs = /^(?:cargo install|rustup|apt-get|npm)/;

test("with rustup it adds the target with rustup, and builds the tools", async (t) => {
  const machine = machineWithRustup(t);
  const { status, output } = await machine.run("scripts/setup");
  assert.equal(status, 0, output);
  assert.deepEqual(machine.calls(/^rustup/), ["rustup target add wasm32-unknown-unknown"]);
  const built = machine.calls(/^cargo install/).map((call) => call.match(/--locked.* (\S+@\S+)/)?.[1]);
  assert.deepEqual(built.sort(), ["trunk@0.21.14", `wasm-bindgen-cli@${lockedWasmBindgen}`]);
  assert.match(output, /building trunk wasm-bindgen \(about /);
  assert.match(output, /ready: rustc 1\.90\.0, trunk 0\.21\.14/);
});

test("a second time it installs nothing", async (t) => {
  const machine = machineWithRustup(t);
  await machine.run("scripts/setup");
  const before = machine.calls(installs).length;
  const { status, output } = await machine.run("scripts/setup", [], { cwd: "/" });
  assert.equal(status, 0, output);
  assert.equal(machine.calls(installs).length, before);
});

test("it puts the wasm-bindgen of Cargo.lock in place of another version", async (t) => {
  const machine = machineWithRustup(t);
  await machine.run("scripts/setup");
  machine.command("wasm-bindgen", "echo wasm-bindgen 0.2.1", "home/.cargo/bin");
  const { status, output } = await machine.run("scripts/setup");
  assert.equal(status, 0, output);
  assert.equal(machine.calls(/^cargo install.*wasm-bindgen-cli@/).length, 2);
  assert.equal(machine.calls(/^cargo install.*trunk@/).length, 1);
});

test("a tool of another version that stands first on PATH is named", async (t) => {
  const machine = machineWithRustup(t);
  machine.command("wasm-bindgen", "echo wasm-bindgen 0.2.1");
  const { status, output } = await machine.run("scripts/setup");
  assert.equal(status, 1);
  assert.match(output, /bin\/wasm-bindgen is another version than .*; remove it/);
});

test("where a tool's own lock file can't be used it builds without", async (t) => {
  const machine = machineWithRustup(t);
  machine.command("cargo", `case $* in *--locked*) echo "error: a locked crate is missing" >&2; exit 101 ;; esac\n${cargoInstall}`);
  const { status, output } = await machine.run("scripts/setup");
  assert.equal(status, 0, output);
  assert.equal(machine.calls(/^cargo install/).length, 4);
});

test("two at once build each tool once", { skip: !onPath("flock") && "no flock here" }, async (t) => {
  const machine = machineWithRustup(t);
  const both = await Promise.all([machine.run("scripts/setup"), machine.run("scripts/setup")]);
  for (const { status, output } of both) assert.equal(status, 0, output);
  assert.equal(machine.calls(/^cargo install/).length, 2);
});

test("Ctrl-C ends what it started", async (t) => {
  const machine = machineWithRustup(t);
  const [started, survived] = [machine.at("started"), machine.at("survived")];
  machine.command("cargo", `[ "$1" = install ] || exit 0; touch "${started}"; ${onPath("sleep")} 2; touch "${survived}"`);
  const { status } = await machine.run("scripts/setup", [], {
    onStart: async (child) => {
      while (!existsSync(started)) await setTimeout(20);
      process.kill(-child.pid, "SIGINT");
    },
  });
  assert.notEqual(status, 0);
  await setTimeout(2500);
  assert.ok(!existsSync(survived));
});

test("without the network it says what it could not build, and why", async (t) => {
  const machine = machineWithRustup(t);
  machine.command("cargo", '[ "$1" != install ] || { echo "error: no route to host" >&2; exit 101; }');
  const { status, output } = await machine.run("scripts/setup");
  assert.equal(status, 1);
  assert.match(output, /no route to host/);
  assert.match(output, /could not build trunk and wasm-bindgen .*; if there is no network now, run this again when there is/);
});

test("the Debian way builds the std, puts it in place and makes it this folder's Rust", async (t) => {
  const machine = debianMachine(t);
  const { status, output } = await machine.run("scripts/setup", [], { env: { WASM_TARGET_FROM: "debian" } });
  assert.equal(status, 0, output);
  assert.deepEqual(machine.calls(/^built/), [`built with -Cembed-bitcode=yes --remap-path-prefix=${machine.at("home/.cargo")}=/cargo`]);
  const rustlib = machine.at("usr/lib/rustlib");
  assert.ok(existsSync(`${rustlib}/wasm32-unknown-unknown/lib/libstd-1.rlib`));
  assert.ok(!existsSync(`${rustlib}/wasm32-unknown-unknown/lib/libempty-1.rlib`));
  assert.equal(readlinkSync(`${rustlib}/x86_64-stand-in/bin/rust-lld`), machine.at("usr/bin/wasm-ld-22"));
  assert.deepEqual(machine.calls(/^rustup/), [
    `rustup toolchain link debian ${machine.at("usr")}`,
    `rustup override set debian --path ${machine.at("project")}`,
  ]);
});

test("where rustup can't add the target, Debian's sources are the second way", async (t) => {
  const machine = debianMachine(t);
  const { status, output } = await machine.run("scripts/setup");
  assert.equal(status, 0, output);
  assert.match(output, /no such host/);
  assert.equal(machine.calls(/^rustup target add/).length, 1);
  assert.equal(machine.calls(/^built/).length, 1);
});

test("a std built for another clone is used again, without a download", async (t) => {
  const machine = debianMachine(t);
  await machine.run("scripts/setup");
  rmSync(machine.at("debian-chosen"));
  const before = machine.calls(/^(?:apt-get|rustup target|built)/).length;
  const { status, output } = await machine.run("scripts/setup");
  assert.equal(status, 0, output);
  assert.equal(machine.calls(/^(?:apt-get|rustup target|built)/).length, before);
  assert.equal(machine.calls(/^rustup override set debian/).length, 2);
});

test("WASM_TARGET_FROM=rustup takes no other way when rustup fails", async (t) => {
  const machine = debianMachine(t);
  const { status, output } = await machine.run("scripts/setup", [], { env: { WASM_TARGET_FROM: "rustup" } });
  assert.equal(status, 1);
  assert.match(output, /no such host/);
  assert.match(output, /try it by hand: rustup target add wasm32-unknown-unknown/);
  assert.deepEqual(machine.calls(/^apt-get/), []);
});

test("WASM_TARGET_FROM=rustup without rustup says what to install", async (t) => {
  const machine = machineWithRustup(t);
  rmSync(machine.at("bin/rustup"));
  const { status, output } = await machine.run("scripts/setup", [], { env: { WASM_TARGET_FROM: "rustup" } });
  assert.equal(status, 1);
  assert.match(output, /there is no rustup here; install Rust with rustup/);
});

test("the Debian way asks for root before it installs anything", async (t) => {
  const machine = debianMachine(t);
  machine.command("id", "echo 1000");
  const { status, output } = await machine.run("scripts/setup", [], { env: { WASM_TARGET_FROM: "debian" } });
  assert.equal(status, 1);
  assert.match(output, /needs Debian, and root; run this as root, or set WASM_TARGET_FROM=rustup/);
  assert.deepEqual(machine.calls(installs), []);
});

test("a failing apt-get is quoted", async (t) => {
  const machine = debianMachine(t);
  machine.command("apt-get", 'echo "E: Could not resolve the mirror" >&2; exit 100');
  const { status, output } = await machine.run("scripts/setup", [], { env: { WASM_TARGET_FROM: "debian" } });
  assert.equal(status, 1);
  assert.match(output, /E: Could not resolve the mirror/);
  assert.match(output, /apt-get could not install rustc-web/);
});

test("a WASM_TARGET_FROM that it does not know is refused", async (t) => {
  const machine = machineWithRustup(t);
  const { status, output } = await machine.run("scripts/setup", [], { env: { WASM_TARGET_FROM: "nowhere" } });
  assert.equal(status, 1);
  assert.match(output, /WASM_TARGET_FROM is "nowhere", but it must be rustup or debian/);
  assert.deepEqual(machine.calls(installs), []);
});

test("without any Rust it says where to get it", async (t) => {
  const { status, output } = await sandbox(t).run("scripts/setup");
  assert.equal(status, 1);
  assert.match(output, /there is no Rust here; install it with rustup, then run this again/);
});

test("without a browser it says which programs it looks for", async (t) => {
  const machine = machineWithRustup(t);
  const { status, output } = await machine.run("scripts/setup", ["--tests"]);
  assert.equal(status, 1);
  assert.match(output, /the browser tests need chromium and chromedriver on PATH/);
});

test("an old Node.js is refused", async (t) => {
  const machine = machineWithRustup(t);
  machine.command("chromium", "");
  machine.command("chromedriver", "");
  machine.command("node", '[ "$1" != --version ] || echo v16.0.0; [ "$1" != -e ]');
  const { status, output } = await machine.run("scripts/setup", ["--tests"]);
  assert.equal(status, 1);
  assert.match(output, /Node\.js v16\.0\.0 is too old; install version 20 or later/);
});

test("npm packages are installed once, and again when their lock file changes", async (t) => {
  const machine = machineWithRustup(t);
  for (const name of ["chromium", "chromedriver", "node"]) machine.command(name, "");
  machine.command("npm", "mkdir -p node_modules");
  const npm = async () => {
    const { status, output } = await machine.run("scripts/setup", ["--tests"]);
    assert.equal(status, 0, output);
    return machine.calls(/^npm ci/).length;
  };
  assert.equal(await npm(), 1);
  assert.equal(await npm(), 1);
  machine.write("project/tests/e2e/package-lock.json", "{}");
  assert.equal(await npm(), 2);
});

for (const script of ["setup", "serve", "build", "test"]) {
  test(`scripts/${script} --help tells how to call it and installs nothing`, async (t) => {
    const machine = machineWithRustup(t);
    const { status, output } = await machine.run(`scripts/${script}`, ["--help"]);
    assert.equal(status, 0, output);
    assert.match(output, new RegExp(`^ +scripts/${script}`, "m"));
    assert.deepEqual(machine.calls(installs), []);
  });
}

for (const [script, args, sentence] of [
  ["setup", ["--fast"], /setup: unknown option --fast; see scripts\/setup --help/],
  ["build", ["--release"], /build: unknown option --release; see scripts\/build --help/],
  ["build", ["--dist"], /build: --dist needs a folder/],
  ["test", ["e2"], /test: there is no stage "e2"; see scripts\/test --help/],
]) {
  test(`scripts/${script} ${args.join(" ")} is refused`, async (t) => {
    const { status, output } = await machineWithRustup(t).run(`scripts/${script}`, args);
    assert.equal(status, 2);
    assert.match(output, sentence);
  });
}

/** What the tests need beside the compiler and the tools. */
function withBrowserAndNode(machine) {
  for (const name of ["chromium", "chromedriver", "node"]) machine.command(name, "");
  machine.command("npm", "mkdir -p node_modules");
  return machine;
}

for (const [how, works] of [["is taken where Debian has it", true], ["is done without where it can't be installed", false]]) {
  test(`Chromium's shell ${how}`, async (t) => {
    const machine = withBrowserAndNode(debianMachine(t));
    machine.command("apt-cache", "");
    const shell = machine.at("bin/chromium-headless-shell");
    machine.command("apt-get", `case $* in
      *"install rustc-web"*) touch "${machine.at("apt-done")}" ;;
      *"install chromium-headless-shell"*) ${works ? `printf '#!/bin/sh\n' >"${shell}"; chmod +x "${shell}"` : "exit 100"} ;;
    esac`);
    for (let time = 0; time < 2; time += 1) {
      const { status, output } = await machine.run("scripts/setup", ["--tests"]);
      assert.equal(status, 0, output);
      if (!works) assert.match(output, /run in Chromium itself then/);
    }
    assert.equal(machine.calls(/^apt-get .*install chromium-headless-shell/).length, works ? 1 : 2);
  });
}

test("Firefox comes from Debian and its driver from its crate, and only if asked for", async (t) => {
  const machine = withBrowserAndNode(debianMachine(t));
  machine.command("apt-get", `case $* in
    *"install rustc-web"*) touch "${machine.at("apt-done")}" ;;
    *"install firefox-esr"*) printf '#!/bin/sh\n' >"${machine.at("bin/firefox-esr")}"; chmod +x "${machine.at("bin/firefox-esr")}" ;;
  esac`);
  const without = await machine.run("scripts/setup", ["--tests"]);
  assert.equal(without.status, 0, without.output);
  assert.deepEqual(machine.calls(/firefox|geckodriver/), []);
  for (let time = 0; time < 2; time += 1) {
    const { status, output } = await machine.run("scripts/setup", ["--firefox"]);
    assert.equal(status, 0, output);
  }
  assert.equal(machine.calls(/^apt-get .*install firefox-esr/).length, 1);
  assert.equal(machine.calls(/^cargo install .*geckodriver@/).length, 1);
});

test("elsewhere who asks for Firefox is told what is missing", async (t) => {
  const machine = withBrowserAndNode(machineWithRustup(t));
  const { status, output } = await machine.run("scripts/setup", ["--firefox"]);
  assert.equal(status, 1);
  assert.match(output, /the tests in Firefox need firefox and geckodriver on PATH; install them and run this again/);
});
