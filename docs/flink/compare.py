"""Compares what the program printed (first argument) with the outcome of `lab run` (second argument).

Compared is what both say: which checkpoints completed, at which offset each attempt started, what readers see and in
which order, the table, what went back in time, and how each transaction ended.
"""

import json
import sys

printed, outcome = sys.argv[1:]
with open(printed, encoding="utf-8") as file:
    on_flink = [json.loads(line.removeprefix("outcome ")) for line in file if line.startswith("outcome ")]
with open(outcome, encoding="utf-8") as file:
    lanes = json.load(file)["lanes"]


def as_printed(lane):
    checkpoints = lane["checkpoints"]
    told = {
        "sink": lane["sink"],
        "completed": sorted(checkpoints["completed"] + checkpoints["final"]),
        "offsets": [attempt["offset"] for attempt in lane["attempts"]],
    }
    if "table" in lane:
        told["table"] = lane["table"]
        told["went_back"] = [{part: back[part] for part in ("key", "from", "to")} for back in lane["went_back"]]
    else:
        told["visible"] = lane["visible"]
    if "transactions" in lane:
        told["transactions"] = lane["transactions"]
    return told


in_lab = [as_printed(lane) for lane in lanes]
if on_flink == in_lab:
    print(f"compare: the lab says the same of all {len(in_lab)} sinks")
else:
    for flink, lab in zip(on_flink, in_lab):
        if flink != lab:
            print(f"compare: Flink: {json.dumps(flink)}\n         lab:   {json.dumps(lab)}")
    sys.exit(f"compare: they differ ({len(on_flink)} sinks on Flink, {len(in_lab)} in the lab)")
