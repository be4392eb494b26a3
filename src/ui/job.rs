//! The operator's state: the job's memory.

use super::fixed;
use super::leaf::leaf;
use super::token::{key_class, tokens};
use crate::i18n::Words;
use crate::scene::chart::History;
use crate::scene::job::{JobLife, JobView};
use crate::scene::pace::Pace;
use crate::sim::id::Time;
use crate::sim::scenario::OperatorKind;
use crate::sim::world::JobEnd;
use yew::prelude::*;

/// The operator.
pub fn operator(words: &Words, view: &JobView, kind: OperatorKind) -> Html {
    let is_up = matches!(view.life, JobLife::Running | JobLife::Restoring);
    let name = if kind == OperatorKind::Count { words.count_by_key } else { words.pass_on };
    html! {
        <div class="memory">
            <h2>{ words.job_memory }{ " " }{ leaf("small", "", words.lost_in_crash) }</h2>
            <div class={classes!("volatile", "op", (!is_up).then_some("gone"))}>
                <p class="op-head">{ leaf("b", "", name) }</p>
                if is_up {
                    <small>{ if view.attempt == 0 { words.first_run.to_string() } else { format!("{} {}", words.restart_number, view.attempt) } }</small>
                }
                { life(words, view) }
                if is_up {
                    <table>
                        <thead><tr>{ leaf("th", "", words.key) }{ leaf("th", "", words.count) }{ leaf("th", "", words.sum) }</tr></thead>
                        <tbody>
                            for total in &view.totals {
                                <tr>
                                    <td><span class={classes!("dot", key_class(total.key))}></span>{ total.name.clone() }</td>
                                    { leaf("td", "", total.count.to_string()) }{ leaf("td", "", total.sum.to_string()) }
                                </tr>
                            }
                            if view.totals.is_empty() {
                                <tr><td colspan="3" class="soft">{ words.nothing_yet }</td></tr>
                            }
                        </tbody>
                    </table>
                    <div class="working">{ tokens(&view.working_on) }</div>
                    if let Some(id) = view.aligning {
                        <p class="note">{ words.waits_for_barriers }{ " " }{ id }</p>
                    }
                }
            </div>
        </div>
    }
}

fn life(words: &Words, view: &JobView) -> Html {
    let text = match view.life {
        JobLife::Running => match view.restored_from {
            Some(id) => format!("{} {id}", words.restored_from),
            None => return html! {},
        },
        JobLife::Restoring => words.job_restoring.to_string(),
        JobLife::Down(until) => format!("{} {} {until} {}", words.job_down, words.restarts_at, words.seconds),
        JobLife::Over(JobEnd::Finished) => words.job_finished.to_string(),
        JobLife::Over(JobEnd::Failed) => words.job_failed.to_string(),
        JobLife::Over(JobEnd::Cancelled) => words.job_cancelled.to_string(),
        JobLife::Over(JobEnd::Stopped(_)) => words.job_stopped.to_string(),
    };
    let is_down = matches!(view.life, JobLife::Down(_) | JobLife::Over(JobEnd::Failed));
    html! { <p class={classes!("life", is_down.then_some("life-down"))}>{ text }</p> }
}

/// A value over time, in the coordinates of the time line: 0 to 1 across, 0 to 1 up.
pub fn history(words: &Words, name: &str, view: &History, pace: &Pace, now: Time, crashes: &[Time]) -> Html {
    const WIDTH: f64 = 220.0;
    const HEIGHT: f64 = 84.0;
    let top = view.points.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let x = |time: Time| pace.part(time) * (WIDTH - 24.0) + 18.0;
    let y = |count: u32| HEIGHT - 12.0 - f64::from(count) / f64::from(top) * (HEIGHT - 24.0);
    let mut path = String::new();
    let mut last = None;
    for (time, count) in &view.points {
        if let Some(last) = last {
            path.push_str(&format!("L{} {}", fixed(x(*time)), fixed(y(last))));
        }
        path.push_str(&format!("{}{} {}", if last.is_none() { 'M' } else { 'L' }, fixed(x(*time)), fixed(y(*count))));
        last = Some(*count);
    }
    if let Some(last) = last {
        path.push_str(&format!("L{} {}", fixed(x(now)), fixed(y(last))));
    }
    html! {
        <div class="chart">
            <h3>{ format!("{} {name}: {}", words.key, words.count) }</h3>
            <svg viewBox="0 0 220 84" role="img" aria-label={name.to_string()}>
                for (from, until) in &view.dips {
                    <rect class="dip" x={fixed(x(*from))} y="4" height="68"
                        width={fixed((x(until.unwrap_or(now).max(*from)) - x(*from)).max(3.0))} />
                }
                <text x="0" y={fixed(y(top) + 4.0)}>{ top }</text>
                <text x="0" y={fixed(y(0) + 4.0)}>{ "0" }</text>
                for crash in crashes {
                    <path class="crash-line" d={format!("M{} 4V72", fixed(x(*crash)))} />
                }
                <path class="value" d={path} />
            </svg>
        </div>
    }
}
