// Uses the API as its types allow; what they must refuse is marked.
import { Simulation } from "../../../www/exactly-once-lab";
import type { Fact, InputError, LaneOutcome, Scenario, State } from "../../../www/exactly-once-lab";

const scenario: Scenario = {
  format: 1,
  title: "all fields",
  sources: [{ name: "A", records: [{ t: 1, key: "a", value: 10 }] }],
  source: { kind: "log" },
  operator: { kind: "count" },
  parallelism: { operator: 2, sink: 2 },
  checkpointing: { interval: 5, at: [3], mode: "exactly_once", unaligned: false, max_concurrent: 1, min_pause: 0, timeout: 600, tolerable_failures: 0 },
  restart: { delay: 2, attempts: 6 },
  timing: { hop: 0.2, process: 0.1, request: 0.1, snapshot: 0.2, metadata: 0.2, notify: 0.3, deploy: 0 },
  sinks: [
    { kind: "append", buffer: 2, flush: "never" },
    { kind: "upsert", key: "record_and_attempt" },
    { kind: "increment" },
    { kind: "write_ahead_log", target: "upsert" },
    { kind: "two_phase_commit", commit: "strict", transaction_timeout: 60, ignore_failures_after_timeout: true, readers: "read_uncommitted" },
    { kind: "committer", commit: "reapply", transaction_timeout: 60, readers: "read_committed" },
    { kind: "file", roll: "default" },
  ],
  failure: "kill",
  faults: [
    { crash: true, at: 10, how: "fail", in_flight: "lost" },
    { crash: true, when: { point: "wal.send.mid", skip: 1 } },
    { crash: true, when: { fact: "checkpoint_completed", checkpoint: 1 } },
    { abort_checkpoint: 1 },
    { lose_notification: 1 },
    { expire: "all", at: 3 },
    { outage: "external", from: 1, to: 2 },
    { surge: { from: 1, to: 2, factor: 4 } },
    { jitter: { seed: 7, up_to: 0.4 } },
  ],
};

function count(facts: Fact[]): number {
  let records = 0;
  for (const fact of facts) {
    if (fact.fact === "record_read" && !fact.again) records += 1;
    if (fact.fact === "crashed" && fact.cause === "armed") console.log(fact.point?.toUpperCase());
    // @ts-expect-error: not every fact is about a record
    fact.record;
  }
  return records;
}

try {
  const simulation = new Simulation(scenario).withFault({ crash: true, at: 4 });
  const state: State = simulation.state(0, simulation.length(0));
  const lanes: LaneOutcome[] = simulation.outcome().lanes;
  const verdicts: string[] = simulation.verdicts().concat(lanes.map((lane) => lane.verdict));
  console.log(count(simulation.facts(0)), state.volatile?.sources[0].offset, verdicts, simulation.lanes.length);
  for (const request of state.in_flight) if (request.request === "write") console.log(request.transaction, request.sent_at);
  simulation.free();
  // @ts-expect-error: a name that is no kind of sink
  new Simulation({ format: 1, records: [], sinks: [{ kind: "kafka" }] });
  // @ts-expect-error: a crash without a moment
  simulation.withFault({ crash: true });
  // @ts-expect-error: getters have no setters
  simulation.lanes = [];
  const link: string = Simulation.fromLink("#s=running-example").toLink() + Simulation.version();
  console.log(link);
} catch (thrown) {
  const { code, field, value, message } = thrown as InputError;
  console.log(code === "out_of_range", field, value, message);
}
