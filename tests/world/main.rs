//! The world around the job: notifications, replies, zombies, time-outs, readers, back-pressure. On the host.
#![allow(missing_docs)]

mod back_pressure;
mod crash;
mod fences;
mod notifications;
mod presets;
mod readers;
mod replies;
mod story;
mod support;
mod timeouts;
