//! How large a scenario may be. Every limit is stated in errors and in the schema, and tested.

/// Records over all sources.
pub const MAX_RECORDS: usize = 2_000;
/// Sources.
pub const MAX_SOURCES: usize = 4;
/// Sinks, one lane each.
pub const MAX_SINKS: usize = 6;
/// Faults of a time-driven scenario.
pub const MAX_FAULTS: usize = 64;
/// Steps of a story.
pub const MAX_STORY_STEPS: usize = 500;
/// Bytes of a scenario as JSON text.
pub const MAX_JSON_BYTES: usize = 1_000_000;
/// Bytes of a key, a source's name.
pub const MAX_NAME_BYTES: usize = 40;
/// Bytes of a title.
pub const MAX_TITLE_BYTES: usize = 200;
/// Any moment, in seconds of simulated time.
pub const MAX_SECONDS: u32 = 86_400;
/// Any figure of a timing, and what a jitter may add, in seconds.
pub const MAX_DELAY_SECONDS: u32 = 3_600;
/// One `wait` of a story, in milliseconds.
pub const MAX_WAIT_MS: u32 = 3_600_000;
/// A record's value, up or down; sums of all records stay exact in JavaScript too.
pub const MAX_VALUE: i64 = 1_000_000_000;
/// Parallel instances of the operator, of the sink.
pub const MAX_PARALLELISM: u32 = 4;
/// Checkpoints under way at once.
pub const MAX_CONCURRENT: u32 = 8;
/// Restarts, tolerable failures, passes to skip, buffered records, a fault's checkpoint id and other counts.
pub const MAX_COUNT: u32 = 10_000;
/// Moments in `checkpointing.at`.
pub const MAX_TRIGGERS: usize = 200;
/// How many times as fast a surge may be.
pub const MAX_SURGE_FACTOR: u32 = 100;
