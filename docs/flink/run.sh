#!/usr/bin/env bash
# The running example on a real Flink in this process: once with each of four sinks, with the same crash.
#
#   docs/flink/run.sh [VERSION ...]        by default 1.20.3 and 2.2.1
#
# Fetches Flink's jars with pip the first time (230 to 310 MB for a version; 200 MB of them are kept in target/flink),
# compiles the program, runs it, and compares what it prints with expected.txt and with what `lab run` says of
# www/scenarios/running-example.json. Exits with 1 if they differ. Needs a JDK of version 17 or later, Python 3 with pip,
# and Rust for `lab`.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."

case ${1:-} in
    -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$here/run.sh" && exit ;;
esac
for tool in java javac python3 cargo; do
    command -v "$tool" >/dev/null || { echo "run.sh: $tool is missing" >&2 && exit 2; }
done

# Flink's jars; what else is in the package is not kept.
fetch() {
    local version=$1 jars=$2
    echo "run.sh: fetching Flink $version (once)" >&2
    rm -rf "$jars.part" && mkdir -p "$jars.part"
    python3 -m pip download --quiet --no-deps --dest "$jars.part" "apache-flink-libraries==$version"
    python3 - "$jars.part" <<'UNPACK'
import pathlib, sys, tarfile, zipfile
folder = pathlib.Path(sys.argv[1])
package, = folder.iterdir()
wanted = lambda name: name.endswith(".jar") and "/lib/" in name
keep = lambda name, data: (folder / pathlib.PurePosixPath(name).name).write_bytes(data)
if package.suffix == ".whl":
    with zipfile.ZipFile(package) as archive:
        for name in filter(wanted, archive.namelist()):
            keep(name, archive.read(name))
else:
    with tarfile.open(package) as archive:
        for member in archive:
            if wanted(member.name):
                keep(member.name, archive.extractfile(member).read())
package.unlink()
UNPACK
    mv "$jars.part" "$jars"
}

outcome=$(cargo run --quiet --release --bin lab -- run www/scenarios/running-example.json)
differs=0
[ $# -gt 0 ] || set -- 1.20.3 2.2.1
for version; do
    jars=target/flink/$version
    [ -d "$jars" ] || fetch "$version" "$jars"
    variant=src-2
    case $version in 1.*) variant=src-1.20 ;; esac
    classes=target/flink/classes-$version
    rm -rf "$classes"
    javac -nowarn -XDsuppressNotes -d "$classes" -cp "$jars/*" "$here"/src/lab/*.java "$here/$variant"/lab/*.java
    printed=$(java -Dlog4j.configurationFile="$here/log4j2.properties" -cp "$classes:$jars/*" lab.RunningExample)
    printf '%s\n\n' "$printed"
    diff <(tail -n +2 "$here/expected.txt") <(tail -n +2 <<<"$printed") >&2 || differs=1
    python3 "$here/compare.py" <(echo "$printed") <(echo "$outcome") || differs=1
done
exit "$differs"
