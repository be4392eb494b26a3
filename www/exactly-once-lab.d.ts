// The JavaScript API of Exactly-Once Lab.
//
// Built with `--features api` it is a module of its own (see README.md); wasm-bindgen
// puts these types and that of `init` beside it.
//
//     import init, { Simulation } from "./exactly_once_lab.js";
//     await init();
//     const simulation = new Simulation({
//       format: 1,
//       records: [{ t: 1, key: "a", value: 10 }],
//       sinks: [{ kind: "append" }],
//       faults: [{ crash: true, at: 4 }],
//     });
//     simulation.verdicts(); // ["exactly_once"]
//
// All times are seconds of simulated time with at most three decimals.

/** Seconds of simulated time. */
export type Seconds = number;

// The scenario ----------------------------------------------------------------

/** One experiment. `lab schema` prints the same as a JSON Schema, with every range and default. */
export interface Scenario {
  format: 1;
  title?: string;
  /** The only source's log, in the order of `t`. Either this or `sources`. */
  records?: ScenarioRecord[];
  /** Several sources by name. */
  sources?: { name: string; records: ScenarioRecord[] }[];
  source?: { kind: "log" | "socket" };
  operator?: { kind: "count" | "pass" };
  parallelism?: { operator?: number; sink?: number };
  checkpointing?: Checkpointing;
  restart?: { delay?: Seconds; attempts?: number };
  timing?: "brisk" | "slow_sink" | "slow_store" | "slow_restart" | "tight_checkpoints" | Timing;
  /** One lane each. */
  sinks: SinkSpec[];
  failure?: "fail" | "kill";
  /** A mistake that is switched on in the engine, to be found: a name that the schema lists. */
  mutant?: string;
  /** Not together with `story`. */
  faults?: Fault[];
  /** Steps that happen one after another: `emit 3; checkpoint; emit 5; crash; finish`. */
  story?: string;
}

export interface ScenarioRecord {
  t: Seconds;
  key: string;
  /** A whole number. */
  value: number;
}

export interface Checkpointing {
  interval?: Seconds;
  at?: Seconds[];
  mode?: "exactly_once" | "at_least_once";
  unaligned?: boolean;
  max_concurrent?: number;
  min_pause?: Seconds;
  timeout?: Seconds;
  tolerable_failures?: number;
}

export interface Timing {
  hop?: Seconds;
  process?: Seconds;
  request?: Seconds;
  snapshot?: Seconds;
  metadata?: Seconds;
  notify?: Seconds;
  deploy?: Seconds;
}

export type SinkKind = SinkSpec["kind"];

export type SinkSpec =
  | { kind: "append"; buffer?: number; flush?: "at_barrier" | "never" }
  | { kind: "upsert"; key?: "record" | "record_and_attempt" | "record_and_offset" }
  | { kind: "increment" }
  | { kind: "write_ahead_log"; target?: "append" | "upsert" }
  | {
      kind: "two_phase_commit";
      commit?: Recommit;
      transaction_timeout?: Seconds;
      ignore_failures_after_timeout?: boolean;
      fencing?: boolean;
      readers?: Readers;
    }
  | { kind: "committer"; commit?: Recommit; transaction_timeout?: Seconds; fencing?: boolean; readers?: Readers }
  | { kind: "file"; roll?: "on_checkpoint" | "default" };

/** What the store does with a second commit of one transaction. */
export type Recommit = "idempotent" | "reapply" | "strict";
export type Readers = "read_committed" | "read_uncommitted";

export type Fault =
  | { crash: true; at: Seconds; how?: "kill" | "fail"; in_flight?: InFlightAtCrash }
  | { crash: true; when: CrashWhen; how?: "kill" | "fail"; in_flight?: InFlightAtCrash }
  | { abort_checkpoint: number }
  | { lose_notification: number }
  | { delay_notification: number; by: Seconds }
  | { lose_reply: RequestKind; nth?: number }
  | { expire: "prepared" | "all"; at: Seconds }
  | { outage: "external" | "checkpoint_store"; from: Seconds; to: Seconds }
  | { surge: { from: Seconds; to: Seconds; factor: number } }
  | { jitter: { seed: number; up_to: Seconds } };

/** Requests on their way when the job dies: they arrive, are lost, or arrive so much later. */
export type InFlightAtCrash = "delivered" | "lost" | { late: Seconds };
/** For a file system: begin is creating, write writing to, prepare closing, commit making readable. */
export type RequestKind = "append" | "put" | "add" | "mark" | "begin" | "write" | "prepare" | "commit" | "abort";

/** A crash at a named point of a protocol, as `wal.send.mid`, or right after a fact; `skip` passes do no harm. */
export type CrashWhen = { point: string; skip?: number } | { fact: FactName; checkpoint?: number; skip?: number };

// The outcome -----------------------------------------------------------------

/** A record: its offset; source and offset (`"B2"`) if the scenario names its sources. */
export type RecordName = number | string;
/** A task: `source` or `source_NAME`, `operator`, `sink`; with `_0`, `_1`, … if there are several subtasks. */
export type TaskName = string;
/** `T0`, `T1`, … in the order in which they began. */
export type TransactionName = string;
/** `F0`, `F1`, … in the order of creation. */
export type FileName = string;

export type Verdict = "exactly_once" | "duplicates" | "loss" | "duplicates_and_loss" | "differs";
export type TransactionState = "open" | "prepared" | "committed" | "aborted" | "expired";

/** The operator's totals of one key. */
export interface Total {
  count: number;
  sum: number;
}

/** A row of a key-value table: the record that wrote it last, and its totals. */
export interface Row extends Total {
  offset: number;
}

export interface Outcome {
  lanes: LaneOutcome[];
}

export interface LaneOutcome {
  sink: SinkKind;
  /** `running`: a limit was reached, or a story ended before the job did. */
  job: "finished" | "failed" | "cancelled" | "running";
  stopped_by?: "step_limit" | "attempt_limit";
  checkpoints: CheckpointNumbers;
  /** Attempts that finished restoring. */
  attempts: AttemptOutcome[];
  /** Append-like stores: what a reader of committed data gets, in order. */
  visible?: RecordName[];
  /** Key-value stores; keys `a`, `a@ATTEMPT`, `a#OFFSET`. */
  table?: { [row: string]: Row };
  /** Key-value stores: counts that fell; `until` is missing if it never recovered. */
  went_back?: { key: string; from: number; to: number; at: Seconds; until?: Seconds }[];
  /** One entry for every extra copy. */
  duplicates?: RecordName[];
  missing?: RecordName[];
  transactions?: { [transaction: TransactionName]: TransactionState };
  /** Stores with transactions: what the sink's readers have got at the end. */
  reader?: ReaderOutcome;
  /** Finished files. */
  files?: RecordName[][];
  /** With named sources. */
  final_counts?: { [key: string]: number };
  verdict: Verdict;
  /** From entering the log to being readable. */
  latency?: { min: Seconds; median: Seconds; max: Seconds };
  /** Steps of the story that found nothing to do. */
  skipped?: { step: number; why: Nothing }[];
  /** Steps of the engine, as `length` answers. */
  steps: number;
}

/** What a reader of a store with transactions has got. */
export interface ReaderOutcome {
  /** In the order in which it got them. */
  sees: RecordName[];
  /** The open or prepared transaction at which it stands still. */
  blocked_by: TransactionName | null;
  /** Since when it stands still. */
  since?: Seconds;
  /** Committed records that it cannot get yet. */
  hidden: RecordName[];
  /** Records that it has got though they are not committed. */
  dirty: RecordName[];
}

export interface CheckpointNumbers {
  completed: number[];
  /** Completed at the end of the job. */
  final: number[];
  aborted: number[];
}

export interface AttemptOutcome {
  attempt: number;
  checkpoint: number | null;
  /** Without named sources. */
  offset?: number;
  /** With named sources. */
  offsets?: { [source: string]: number };
  state: { [key: string]: Total };
  counts?: { [key: string]: number };
  channel?: RecordName[];
}

/** Why a step of a story, or a trigger, did nothing. */
export type Nothing =
  | "job_over"
  | "not_running"
  | "none_pending"
  | "too_many_pending"
  | "min_pause"
  | "nothing_to_notify"
  | "nothing_held"
  | "already_there"
  | "beyond_the_log";

// What happened ---------------------------------------------------------------

/** Something that happened, in the order in which it did. Narrow it by its name: `if (f.fact === "record_read") f.record`. */
export type Fact = Noted & FactFields;
export type FactName = FactFields["fact"];

export interface Noted {
  at: Seconds;
  /** From 0. Between a crash and the restart: of the attempt that died. */
  attempt: number;
  /** The step of the engine, from 0. */
  step: number;
}

export type CheckpointKind = "regular" | "final" | "savepoint";
export type Refusal = "expired" | "aborted" | "already_committed" | "fenced" | "away";
export type Cause =
  | "asked"
  | "armed"
  | "refused"
  | "retries_used_up"
  | "no_reply"
  | "unknown_failure"
  | "checkpoint_failures"
  | "store_away";

// A test holds these lines against what the engine does: one fact a line.
export type FactFields =
  | { fact: "job_running"; checkpoint: number | null; offset?: number; offsets?: { [source: string]: number }; state: { [key: string]: Total }; channel: RecordName[] }
  | { fact: "record_read"; record: RecordName; again: boolean }
  | { fact: "records_missed"; source: string | null; from: number; to: number }
  | { fact: "record_processed"; task: TaskName; record: RecordName; key: string; count: number; sum: number }
  | { fact: "input_ended"; source: string | null }
  | { fact: "source_held_up"; source: string | null }
  | { fact: "sink_finished"; task: TaskName }
  | { fact: "checkpoint_triggered"; checkpoint: number; kind: CheckpointKind }
  | { fact: "trigger_skipped"; why: Nothing }
  | { fact: "barrier_sent"; source: string | null; checkpoint: number; offset: number }
  | { fact: "alignment_began"; task: TaskName; checkpoint: number }
  | { fact: "records_overtaken"; task: TaskName; checkpoint: number; records: number }
  | { fact: "snapshot_taken"; task: TaskName; checkpoint: number }
  | { fact: "snapshot_acknowledged"; task: TaskName; checkpoint: number }
  | { fact: "all_acknowledged"; checkpoint: number }
  | { fact: "checkpoint_completed"; checkpoint: number; kind: CheckpointKind }
  | { fact: "checkpoint_aborted"; checkpoint: number; why: "declined" | "timed_out" | "subsumed" | "store_away" }
  | { fact: "late_completion_refused"; checkpoint: number }
  | { fact: "notification_sent"; checkpoint: number }
  | { fact: "notification_lost"; checkpoint: number }
  | { fact: "notification_delayed"; checkpoint: number }
  | { fact: "notification_received"; task: TaskName; checkpoint: number }
  | { fact: "record_buffered"; task: TaskName; record: RecordName }
  | { fact: "record_appended"; record: RecordName; again: boolean }
  | { fact: "value_put"; row: string; before: Row | null; after: Row; went_back: boolean; added: boolean }
  | { fact: "record_logged"; task: TaskName; record: RecordName }
  | { fact: "batch_sealed"; task: TaskName; checkpoint: number; records: number }
  | { fact: "batch_sending"; task: TaskName; checkpoint: number }
  | { fact: "batch_put_off"; task: TaskName; checkpoint: number }
  | { fact: "batch_marked"; checkpoint: number }
  | { fact: "batch_done"; task: TaskName; checkpoint: number }
  | { fact: "batch_dropped"; task: TaskName; checkpoint: number }
  | { fact: "exception_swallowed"; task: TaskName; cause: Cause; point?: string; refusal?: Refusal; transaction?: TransactionName }
  | { fact: "transaction_began"; transaction: TransactionName }
  | { fact: "record_written"; record: RecordName; transaction: TransactionName }
  | { fact: "transaction_prepared"; transaction: TransactionName }
  | { fact: "transaction_committed"; transaction: TransactionName; records: number }
  | { fact: "readers_blocked"; transaction: TransactionName; records: number }
  | { fact: "committed_before"; transaction: TransactionName }
  | { fact: "committed_again"; transaction: TransactionName; records: number }
  | { fact: "transaction_aborted"; transaction: TransactionName }
  | { fact: "transaction_expired"; transaction: TransactionName }
  | { fact: "request_refused"; why: Refusal; transaction?: TransactionName }
  | { fact: "reply_lost"; request: RequestKind }
  | { fact: "commit_given_up"; transaction: TransactionName }
  | { fact: "commit_retried"; transaction: TransactionName }
  | { fact: "file_created"; file: FileName }
  | { fact: "file_written"; record: RecordName; file: FileName }
  | { fact: "file_pending"; file: FileName }
  | { fact: "file_finished"; file: FileName }
  | { fact: "file_truncated"; file: FileName; records: number }
  | { fact: "crashed"; how: "kill" | "fail"; task: TaskName | null; cause: Cause; point?: string; refusal?: Refusal; transaction?: TransactionName }
  | { fact: "requests_lost"; requests: number }
  | { fact: "requests_held_up"; requests: number }
  | { fact: "late_request"; of_attempt: number }
  | { fact: "restart_scheduled"; restart_at: Seconds; next_attempt: number }
  | { fact: "restoring"; checkpoint: number | null }
  | { fact: "job_failed" }
  | { fact: "job_finished" }
  | { fact: "job_cancelled" }
  | { fact: "limit_reached"; limit: "steps" | "attempts" }
  | { fact: "story_step"; story_step: number }
  | { fact: "step_skipped"; story_step: number; why: Nothing };

// How everything stands -------------------------------------------------------

/** The world after a number of steps: what a crash would take, and what it would leave. */
export interface State {
  /** Steps so far. */
  step: number;
  at: Seconds;
  attempt: number;
  /** `stopped`: a limit was reached. */
  job: "restoring" | "running" | "down" | "finished" | "failed" | "cancelled" | "stopped";
  /** While the job is down. */
  restart_at?: Seconds;
  /** What a crash would take now; `null` while there is no job. */
  volatile: Volatile | null;
  /** Requests that were sent and have not arrived: in a crash they are delivered or lost, as the fault says. */
  in_flight: InFlight[];
  /** What a crash would leave. */
  durable: Durable;
}

export interface Volatile {
  /** The checkpoint that this attempt began with. */
  restored_from: number | null;
  /** `offset`: the next one to read. */
  sources: { task: TaskName; offset: number; ended: boolean }[];
  /** `record`: the one at hand. */
  operators: { task: TaskName; state: { [key: string]: Total }; record: RecordName | null }[];
  sinks: {
    task: TaskName;
    handling: "nothing" | "opening" | "record" | "barrier" | "notification" | "end";
    record: RecordName | null;
    /** The request whose reply it waits for. */
    waiting_for: Request | null;
    holds: SinkHolds;
  }[];
  /** Between two tasks: what has arrived and was not taken yet, and what is on its way. */
  channels: { from: TaskName; to: TaskName; arrived: Message[]; on_its_way: Message[] }[];
  /** `completing`: all have acknowledged and its metadata is on its way to the checkpoint store. */
  pending_checkpoints: {
    checkpoint: number;
    kind: CheckpointKind;
    acknowledged: TaskName[];
    missing: TaskName[];
    completing: boolean;
  }[];
  /** Of completed checkpoints; no sink has begun to handle them. */
  notifications: { task: TaskName; checkpoint: number }[];
}

export type Message = { record: RecordName } | { barrier: number } | { end: true };

/** What a sink holds; the fields depend on its kind. */
export interface SinkHolds {
  /** `append`: in the client, not sent yet. */
  buffer?: RecordName[];
  /** `write_ahead_log`: the open batch. */
  open?: RecordName[];
  /** `two_phase_commit`, `committer`: the transaction that is written to. */
  current?: TransactionName | null;
  /** `file`: the file that is written to, with its length. */
  in_progress?: { file: FileName; records: number } | null;
  /** Batches not known to be sent, transactions not known to be committed, files not known to be finished. */
  pending?: (
    | { checkpoint: number; records: RecordName[] }
    | { checkpoint: number; transaction: TransactionName }
    | { checkpoint: number; file: FileName }
  )[];
}

export type Request =
  | { request: "append"; record: RecordName }
  | { request: "put" | "add"; row: string; value: Row }
  | { request: "is_marked" | "mark"; checkpoint: number }
  | { request: "begin" | "create_file" }
  | { request: "write"; transaction: TransactionName; record: RecordName }
  | { request: "prepare" | "commit" | "abort"; transaction: TransactionName }
  | { request: "write_file"; file: FileName; record: RecordName }
  | { request: "close_file" | "finish_file"; file: FileName }
  | { request: "truncate_file"; file: FileName; records: number };

/** From a sink to the outside, or from the coordinator to the checkpoint store. */
export type InFlight = (Request | { request: "store_metadata"; checkpoint: number }) & {
  /** The sender, or `coordinator`. */
  task: TaskName;
  /** The attempt that sent it, which may be dead. */
  attempt: number;
  sent_at: Seconds;
  arrives_at: Seconds;
};

export interface Durable {
  /** The checkpoint that recovery would start from, with all that it holds. */
  checkpoint: {
    checkpoint: number;
    kind: CheckpointKind;
    offset?: number;
    offsets?: { [source: string]: number };
    state: { [key: string]: Total };
    /** Records in flight that an unaligned checkpoint saved. */
    channel: RecordName[];
    sinks: { task: TaskName; holds: SinkHolds }[];
  } | null;
  checkpoints: CheckpointNumbers;
  outside: {
    visible?: RecordName[];
    table?: { [row: string]: Row };
    transactions?: { [transaction: TransactionName]: { state: TransactionState; records: RecordName[] } };
    files?: { [file: FileName]: { state: "in_progress" | "pending" | "finished"; records: RecordName[] } };
    /** `write_ahead_log`: batches that are marked as sent. */
    commit_table?: { task: TaskName; checkpoint: number }[];
  };
}

// The API ---------------------------------------------------------------------

/**
 * What is thrown for bad input: an `Error`, or a `RangeError` for a bad lane or step. Nothing else is ever thrown,
 * except by what the input itself runs (getters, proxies) and by an object that was freed.
 */
export interface InputError extends Error {
  /** The kind of mistake: stable, as `out_of_range`. */
  code: ErrorCode;
  /** Where: a path in the scenario as `records[3].t`, `fault.at`, `lane`, `step`; empty for the scenario as a whole. */
  field: string;
  /** What stood there: a short excerpt. */
  value: string;
  /** Both with what is allowed there, in English. */
  message: string;
}

export type ErrorCode =
  | "bad_json"
  | "too_long"
  | "wrong_type"
  | "unknown_field"
  | "missing_field"
  | "out_of_range"
  | "too_many"
  | "too_few"
  | "unknown_value"
  | "not_together"
  | "duplicate_name"
  | "bad_name"
  | "not_rising"
  | "bad_story_step";

/** A scenario, and the run of each of its lanes. Nothing of it ever changes. The same input gives the same run everywhere. */
export class Simulation {
  /**
   * Fields that are `undefined` count as not there.
   * @throws {InputError}
   */
  constructor(scenario: Scenario);
  /** Reads what `toLink` or the page wrote: the text after the `#`, or a whole address. @throws {InputError} */
  static fromLink(text: string): Simulation;
  /** The version of the engine. */
  static version(): string;
  /** The kinds of the sinks, one a lane. */
  readonly lanes: SinkKind[];
  /** The number of steps of a lane. @throws {InputError} */
  length(lane: number): number;
  /** Everything that happened in a lane, in order. @throws {InputError} */
  facts(lane: number): Fact[];
  /** How everything stands in a lane after so many steps, 0 to `length(lane)`. @throws {InputError} */
  state(lane: number, step: number): State;
  /** What came out, as `lab run` prints it. */
  outcome(): Outcome;
  /** The verdict of each lane. */
  verdicts(): Verdict[];
  /** The same with one more fault; this one stays as it is. @throws {InputError} also if the scenario has a story */
  withFault(fault: Fault): Simulation;
  /** The scenario in canonical form: nothing that is as by default. */
  scenario(): Scenario;
  /** The text to put after the `#` of the page's address. */
  toLink(): string;
  /** Frees its memory now. Afterwards every call throws. */
  free(): void;
}
