// A copy of the scripts in a temporary folder, and a PATH of stand-ins: what
// set-up would do on another machine, without that machine.
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

// What the scripts may take from the real machine. No compiler, no package manager.
const ordinary =
  "awk basename bash cat chmod cmp cp cut dirname env flock grep id ln mkdir mktemp mv rm sed sh sort tail tee touch tr true".split(" ");

export const lockedWasmBindgen = readFileSync(join(repository, "Cargo.lock"), "utf8").match(
  /^name = "wasm-bindgen"\nversion = "(.*)"$/m,
)[1];

export const onPath = (name) => process.env.PATH.split(delimiter).map((folder) => join(folder, name)).find(existsSync);

export function sandbox(context) {
  const root = mkdtempSync(join(tmpdir(), "setup-test-"));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const at = (...names) => join(root, ...names);
  for (const folder of ["project/tests/e2e", "bin", "home/.cargo/bin", "tmp"]) mkdirSync(at(folder), { recursive: true });
  cpSync(join(repository, "scripts"), at("project/scripts"), { recursive: true });
  for (const file of ["Cargo.lock", "tests/e2e/package-lock.json"]) cpSync(join(repository, file), at("project", file));
  for (const name of ordinary) {
    const real = onPath(name);
    if (real) symlinkSync(real, at("bin", name));
  }

  const self = {
    root,
    at,
    /** Puts a command on PATH (or into another folder): a shell script. Each call is noted, see `calls`. */
    command(name, body, folder = "bin") {
      mkdirSync(at(folder), { recursive: true });
      rmSync(at(folder, name), { force: true });
      writeFileSync(at(folder, name), `#!/bin/sh\necho "${name} $*" >>"${at("calls")}"\n${body}\n`);
      chmodSync(at(folder, name), 0o755);
    },
    write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    /** The calls of stand-ins so far that match. */
    calls(pattern) {
      const all = existsSync(at("calls")) ? readFileSync(at("calls"), "utf8").trim().split("\n") : [];
      return all.filter((line) => pattern.test(line));
    },
    /** Runs a script of the project; `status`, and all that it printed. */
    run(script, args = [], { env = {}, cwd = root, onStart = () => {} } = {}) {
      return new Promise((resolve, reject) => {
        const child = spawn(at("project", script), args, {
          cwd,
          detached: true, // a process group of its own, as under a terminal
          env: { PATH: at("bin"), HOME: at("home"), TMPDIR: at("tmp"), DEBIAN_PREFIX: at("usr"), ...env },
          stdio: ["ignore", "pipe", "pipe"],
        });
        let output = "";
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
        child.on("error", reject);
        onStart(child);
        child.on("close", (status) => resolve({ status, output }));
      });
    },
  };
  // Any wait is a tenth of a second.
  self.command("sleep", `exec ${onPath("sleep")} 0.1`);
  return self;
}

/** `cargo install`, as a stand-in: leaves a tool that answers with the version asked for. */
export const cargoInstall = `[ "$1" = install ] || exit 0
sleep 1
tool() { printf '#!/bin/sh\\necho "%s %s"\\n' "$1" "$2" >"$HOME/.cargo/bin/$1"; chmod +x "$HOME/.cargo/bin/$1"; }
case $* in
  *trunk@*) tool trunk 0.21.14 ;;
  *geckodriver@*) tool geckodriver 0.37.1 ;;
  *wasm-bindgen-cli@*) tool wasm-bindgen ${lockedWasmBindgen}; tool wasm-bindgen-test-runner ${lockedWasmBindgen} ;;
esac`;

/** A rustc that can build for wasm as soon as `file` exists. */
export const rustcWithTargetOnce = (file) => `case $* in
  *--target*) cat >/dev/null; [ -e "${file}" ] ;;
  *) echo "rustc 1.90.0 (stand-in)" ;;
esac`;

/** A machine with rustup, whose rustc knows the wasm target once rustup has added it. */
export function machineWithRustup(context) {
  const machine = sandbox(context);
  const added = machine.at("target-added");
  machine.command("rustup", `[ "$*" != "target add wasm32-unknown-unknown" ] || touch "${added}"`);
  machine.command("rustc", rustcWithTargetOnce(added));
  machine.command("cargo", cargoInstall);
  return machine;
}

/**
 * Debian with root rights, where apt-get can install a Rust under usr/ that has no
 * wasm std; a rustup with another Rust that rustup can't add the target to.
 */
export function debianMachine(context) {
  const machine = sandbox(context);
  const { at } = machine;
  const std = at("usr/lib/rustlib/wasm32-unknown-unknown/lib/libstd-1.rlib");
  const chosen = at("debian-chosen");
  machine.command("id", "echo 0");
  // Debian's Rust is on the machine from the start, but "not installed": nothing
  // calls it by its path before apt-get has run, as its rustc fails till then.
  machine.command("apt-get", `case $* in *"install rustc-web"*) touch "${at("apt-done")}" ;; esac`);
  machine.command(
    "rustc",
    `[ -e "${at("apt-done")}" ] || exit 127
case $* in
  "--print sysroot") echo "${at("usr")}" ;;
  -vV) printf 'host: x86_64-stand-in\\nLLVM version: 22.1.8\\n' ;;
  *--target*) cat >/dev/null; [ -e "${std}" ] ;;
esac`,
    "usr/bin",
  );
  machine.command(
    "cargo",
    `lib=out/wasm32-unknown-unknown/release/deps
mkdir -p $lib && touch $lib/libstd-1.rlib $lib/libempty-1.rlib && echo "built with $CARGO_ENCODED_RUSTFLAGS" | tr "\\037" " " >>"${at("calls")}"`,
    "usr/bin",
  );
  machine.command("rustup", `case $* in target*) echo "error: no such host" >&2; exit 1 ;; override*) touch "${chosen}" ;; esac`);
  machine.command("rustc", rustcWithTargetOnce(chosen));
  machine.command("cargo", cargoInstall);
  return machine;
}
