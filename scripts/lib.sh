# shellcheck shell=bash disable=SC2034
# What the scripts in this folder share; they source it. It leaves them in the
# project's folder, wherever they were called from.
set -euo pipefail
caller_dir=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
me=$(basename "$0")

# Where `cargo install` puts the tools. At the end, so that it changes no choice
# that the PATH already makes.
original_path=$PATH
cargo_bin=${CARGO_HOME:-$HOME/.cargo}/bin
PATH=$PATH:$cargo_bin

# Any value means "no colours" (no-color.org), but Trunk takes only true or false.
if [ -n "${NO_COLOR:-}" ]; then export NO_COLOR=true; fi

say() { echo "$me: $*" >&2; }
die() {
    say "$*"
    exit 1
}
# A mistake in the command line.
misuse() {
    say "$*; see scripts/$me --help"
    exit 2
}
have() { command -v "$1" >/dev/null 2>&1; }

# Prints the comment that a script begins with, as its help.
help() { sed -n '2,/^$/s/^# \{0,1\}//p' "$root/scripts/$me"; }

is_debian_root() { have apt-get && [ "$(id -u)" = 0 ]; }

# Installs Debian packages; says what went wrong only if something did.
apt_install() {
    local log
    log=$(mktemp)
    # The time-out: another apt may be at work.
    if ! {
        { [ -n "${apt_updated:-}" ] || apt-get -qq -o DPkg::Lock::Timeout=600 update; } &&
            DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o DPkg::Lock::Timeout=600 \
                --no-install-recommends install "$@"
    } >"$log" 2>&1 </dev/null; then
        tail -n 5 "$log" >&2
        rm -f "$log"
        die "apt-get could not install $*; if there is no network now, run this again when there is"
    fi
    rm -f "$log"
    apt_updated=yes
}

# Packing the single file, counting the payload and the tests need Node.js.
need_node() {
    if ! have node && is_debian_root; then
        say "installing Node.js (about half a minute)"
        apt_install nodejs
    fi
    have node || die "Node.js is missing; install version 20 or later and run this again"
    node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' ||
        die "Node.js $(node --version) is too old; install version 20 or later and run this again"
}
