// Which versions an advisory is about.
import assert from "node:assert/strict";
import { test } from "node:test";
import { concerns, read, takes } from "../../scripts/advisories.mjs";

test("requirements are read as Cargo reads them", () => {
  for (const [requirement, inside, outside] of [
    [">= 1.2.3", ["1.2.3", "2.0.0"], ["1.2.2", "1.2.3-rc.1"]],
    [">=0.9.1, <0.10.0", ["0.9.1", "0.9.9"], ["0.9.0", "0.10.0"]],
    ["^1.2", ["1.2.0", "1.9.0"], ["1.1.9", "2.0.0"]],
    ["^0.3.1", ["0.3.1", "0.3.9"], ["0.3.0", "0.4.0"]],
    ["0.0.3", ["0.0.3"], ["0.0.4", "0.0.2"]],
    ["~1.2.3", ["1.2.3", "1.2.9"], ["1.3.0"]],
    ["= 1.0.0", ["1.0.0"], ["1.0.1"]],
    ["< 0.8", ["0.7.9"], ["0.8.0"]],
    ["*", ["0.0.1"], []],
  ]) {
    for (const version of inside) assert.ok(takes(requirement, version), `${requirement} takes ${version}`);
    for (const version of outside) assert.ok(!takes(requirement, version), `${requirement} does not take ${version}`);
  }
});

const advisory = (more) => read(`\`\`\`toml
[advisory]
id = "RUSTSEC-2020-0001"
package = "thing"
date = "2020-01-01"
${more}

[versions]
patched = [">= 1.2.3",
  "^1.1.5"]
unaffected = ["< 1.0.0"]
\`\`\`

# Something is wrong
`);

test("an advisory is about what is neither patched nor unaffected", () => {
  const found = advisory("");
  assert.deepEqual([found.id, found.crate, found.title, found.informational], ["RUSTSEC-2020-0001", "thing", "Something is wrong", undefined]);
  const about = ["0.9.0", "1.0.0", "1.1.4", "1.1.5", "1.2.0", "1.2.3"].filter((version) => concerns(found, version));
  assert.deepEqual(about, ["1.0.0", "1.1.4"]);
  assert.equal(advisory('informational = "unmaintained"').informational, "unmaintained");
  assert.ok(!concerns(advisory('withdrawn = "2021-01-01"'), "1.0.0"));
});
