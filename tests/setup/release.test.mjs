// scripts/release with stand-ins for what compiles: what it packs, that it is always the same, and when it refuses.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { test } from "node:test";
import { machineWithRustup, onPath, repository } from "./sandbox.mjs";

const isGnu = /GNU/.test(execFileSync("tar", ["--version"], { encoding: "utf8" }));

function machine(context, { changes = "" } = {}) {
  const self = machineWithRustup(context);
  for (const name of ["chown", "cp", "date", "expr", "find", "gzip", "head", "sha256sum", "tar", "touch", "uname"]) {
    const real = onPath(name);
    if (real) {
      try {
        symlinkSync(real, self.at("bin", name));
      } catch {
        // It is there already.
      }
    }
  }
  self.command("git", `case $* in
    status*) printf '%s' "${changes}" ;;
    log*) echo 1700000000 ;;
    rev-parse*) echo 0123abcd ;;
  esac`);
  self.command("rustc", `case $* in
    *--target*) cat >/dev/null ;;
    -vV) printf 'rustc 1.90.0\\nhost: x86_64-stand-in\\n' ;;
    *) echo "rustc 1.90.0 (stand-in)" ;;
  esac`);
  self.command("cargo", `case $* in
    install*trunk@*) printf '#!/bin/sh\\necho trunk 0.21.14\\n' >"$HOME/.cargo/bin/trunk"; chmod +x "$HOME/.cargo/bin/trunk" ;;
    install*) for tool in wasm-bindgen wasm-bindgen-test-runner; do
      printf '#!/bin/sh\\necho "%s %s"\\n' "$tool" "${/^name = "wasm-bindgen"\nversion = "(.*)"$/m.exec(readFileSync(`${repository}/Cargo.lock`, "utf8"))[1]}" >"$HOME/.cargo/bin/$tool"; chmod +x "$HOME/.cargo/bin/$tool"; done ;;
    build*) mkdir -p "$CARGO_TARGET_DIR/release"; echo program >"$CARGO_TARGET_DIR/release/lab"; chmod 700 "$CARGO_TARGET_DIR/release/lab"
      echo "$CARGO_ENCODED_RUSTFLAGS" >>"${self.at("flags")}" ;;
  esac`);
  self.command("node", `case $* in *licences*) echo texts >"$2" ;; *advisories*) echo "advisories looked at" ;; esac`);
  self.write("project/scripts/build", `#!/bin/sh
    mkdir -p "$2/lessons" "$2-package/page"
    echo page >"$2/index.html"; echo lesson >"$2/lessons/a.md"; echo single >"$2/exactly-once-lab.html"; echo "{}" >"$2-package/package.json"
    echo page >"$2-package/page/index.html"; chmod "$MODE" "$2/index.html"
    echo "$CARGO_ENCODED_RUSTFLAGS" >>"${self.at("flags")}"
  `);
  self.write("project/www/scenarios/one.json", "{}");
  self.write("project/LICENSE", "licence");
  self.write("project/README.md", "readme");
  for (const file of ["Cargo.toml", ".cargo"]) cpSync(`${repository}/${file}`, self.at("project", file), { recursive: true });
  return self;
}

const sums = (self) => readFileSync(self.at("project/release/SHA256SUMS"), "utf8");

test("what is published is the same whoever makes it, and when", { skip: !isGnu && "needs GNU tar" }, async (t) => {
  const [one, other] = [machine(t), machine(t)];
  for (const [self, MODE, TZ] of [[one, "600", "UTC"], [other, "664", "Asia/Shanghai"]]) {
    const { status, output } = await self.run("scripts/release", [], { env: { MODE, TZ } });
    assert.equal(status, 0, output);
    assert.match(output, /advisories were not checked: ADVISORY_DB names no clone/);
  }
  assert.equal(sums(one), sums(other));
  const version = readFileSync(`${repository}/Cargo.toml`, "utf8").match(/^version = "(.*)"$/m)[1];
  const expected = ["BUILD.txt", `exactly-once-lab-${version}-page.tar.gz`, `exactly-once-lab-${version}.html`, `exactly-once-lab-${version}.tgz`, `lab-${version}-x86_64-stand-in.tar.gz`, "third-party-licences.txt"];
  assert.deepEqual(readdirSync(one.at("project/release")).sort(), ["SHA256SUMS", ...expected].sort());
  assert.deepEqual(sums(one).trim().split("\n").map((line) => line.split("  ")[1]).sort(), expected.sort());
  execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: one.at("project/release"), stdio: "pipe" });
  const list = (name) => execFileSync("tar", ["-tzf", one.at("project/release", name)], { encoding: "utf8" }).trim().split("\n");
  const page = `exactly-once-lab-${version}`;
  for (const file of ["index.html", "lessons/a.md", "exactly-once-lab.html", "LICENSE", "third-party-licences.txt"]) {
    assert.ok(list(`${page}-page.tar.gz`).includes(`${page}/${file}`), file);
  }
  assert.ok(list(`${page}.tgz`).includes("package/package.json"), "as npm wants it");
  assert.ok(list(`lab-${version}-x86_64-stand-in.tar.gz`).some((name) => name.endsWith("/scenarios/one.json")));
});

test("no path of the machine goes into what is compiled, and the target keeps its own flags", { skip: !isGnu && "needs GNU tar" }, async (t) => {
  const self = machine(t);
  await self.run("scripts/release", [], { env: { MODE: "644" } });
  const [wasm, program] = readFileSync(self.at("flags"), "utf8").trim().split("\n").map((line) => line.split("\x1f"));
  assert.equal(wasm[0], "-Clink-arg=--keep-section=target_features");
  for (const flags of [wasm.slice(1), program]) {
    assert.deepEqual(flags.map((flag) => flag.split("=").at(-1)), ["/lab", "/cargo", "/target"]);
    assert.ok(flags[0].includes(self.at("project")));
  }
});

test("a release is made of a commit", async (t) => {
  const { status, output } = await machine(t, { changes: " M src/lib.rs" }).run("scripts/release", [], { env: { MODE: "644" } });
  assert.equal(status, 1);
  assert.match(output, /there are changes that are not committed|this needs GNU tar/);
});

test("where a database is named the advisories are looked at, and what they say counts", { skip: !isGnu && "needs GNU tar" }, async (t) => {
  const self = machine(t);
  const fine = await self.run("scripts/release", [], { env: { MODE: "644", ADVISORY_DB: "/somewhere" } });
  assert.equal(fine.status, 0, fine.output);
  assert.equal(self.calls(/^node scripts\/advisories\.mjs \/somewhere$/).length, 1);
  self.command("node", `case $* in *licences*) echo texts >"$2" ;; *advisories*) exit 1 ;; esac`);
  assert.notEqual((await self.run("scripts/release", [], { env: { MODE: "644", ADVISORY_DB: "/somewhere" } })).status, 0);
});
