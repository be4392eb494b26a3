//! The picture of a moment: logs, operator, lanes and what moves between them.

use super::el::{el, several, when, El};
use super::lane::{self, LaneProps, VerdictProps};
use super::leaf::leaf;
use super::memo::{address, memo};
use super::still::{FollowedStill, LaneStill};
use super::{job, learn, links, log, strip, words, Send};
use crate::app::model::Model;
use crate::run::outcome::{kind_name, row_name};
use crate::run::Noted;
use crate::scene::moving::Mover;
use crate::scene::Moment;
use crate::sim::fact::Fact;
use crate::sim::scenario::{Fault, SourceKind, When};
use std::rc::Rc;
use yew::prelude::*;

/// Where the operator's box stands on the fan, from 0 (top) to 1.
const OPERATOR_AT: f64 = 0.24;

/// The picture; what moves in each lane is in `moving`, and `names` are the lanes' [names](short_names).
pub fn stage(
    model: &Model,
    send: &Send,
    names: &[String],
    followed: &Rc<FollowedStill>,
    lanes: &[(Moment, Rc<LaneStill>)],
    moving: &[Rc<Vec<Mover>>],
) -> Html {
    let words = words(model);
    let middle = el("div", "middle").child(operator(model, followed)).child(chart(model, followed));
    let views = lanes
        .iter()
        .enumerate()
        .map(|(index, (moment, still))| lane_view(model, send, names, index, moment, still, &moving[index]).done());
    let crash = has_same_crash(model).then(|| leaf("small", "", words.same_crash));
    let is_choice = lanes.len() > 1;
    let shown = || el("small", "").child(el("i", "radio")).text(words.shown_left);
    let sinks = el("div", "sinks")
        .child(el("h2", "").term("sink").reachable().text(words.sinks).maybe(crash).maybe(when(is_choice, shown)))
        .child(el("div", "lanes").also(is_choice, "choice").children(views));
    let is_full = |(lane, (_, still)): (usize, &(Moment, Rc<LaneStill>))| {
        usize::from(still.sink.inputs.iter().any(|input| input.is_full)) << lane
    };
    let full = lanes.iter().enumerate().map(is_full).sum();
    el("section", "stage")
        .also(lanes.len() > 4, "many")
        .attr("style", format!("--lanes:{}", lanes.len()))
        .child(checkpoints(model, followed, lanes[model.lane].0.world.is_over()))
        .child(el("div", "sources").child(logs(model, send, followed)))
        .child(links::pipe(model.lang, &moving[model.lane], followed.logs.len(), OPERATOR_AT, &followed.job.inputs))
        .child(middle)
        .child(links::fan(model.lang, moving, OPERATOR_AT, full))
        .child(sinks)
        .done()
}

/// Do all lanes crash at the same moments? Not where a crash waits for something that each lane does in its own time.
fn has_same_crash(model: &Model) -> bool {
    let waits = |fault: &Fault| matches!(fault, Fault::Crash { when: When::Point { .. } | When::Fact { .. }, .. });
    !model.faults().iter().any(waits)
}

/// The sources' logs. Where records can be clicked the buttons are made with the picture, as they depend on what is picked.
fn logs(model: &Model, send: &Send, followed: &Rc<FollowedStill>) -> Html {
    let words = words(model);
    let (is_socket, hides_line) = (model.scenario.source == SourceKind::Socket, model.hides_return());
    let draw = move |followed: &FollowedStill, pick: log::Pick| {
        several(followed.logs.iter().map(|view| log::log(words, view, is_socket, hides_line, pick)))
    };
    if learn::asks_for_records(model) {
        return draw(followed, &|record| learn::pick(model, send, record));
    }
    let (on, followed) = (on(model, followed, usize::from(hides_line)), followed.clone());
    memo(on, move || draw(&followed, &|_| None))
}

fn operator(model: &Model, followed: &Rc<FollowedStill>) -> Html {
    let (words, kind) = (words(model), model.scenario.operator);
    let (on, followed) = (on(model, followed, 0), followed.clone());
    memo(on, move || job::operator(words, &followed.job, kind))
}

fn checkpoints(model: &Model, followed: &Rc<FollowedStill>, is_over: bool) -> Html {
    let (words, hides_return) = (words(model), is_over || model.hides_return());
    let (on, followed) = (on(model, followed, usize::from(hides_return)), followed.clone());
    memo(on, move || strip::strip(words, &followed.chips, hides_return))
}

/// What a part of the picture of the lane that is followed depends on.
fn on(model: &Model, followed: &Rc<FollowedStill>, more: usize) -> Vec<usize> {
    vec![address(followed), model.lang as usize, more]
}

fn chart(model: &Model, followed: &Rc<FollowedStill>) -> Html {
    if followed.history.is_none() || model.covers(model.lane) {
        return Html::default();
    }
    let (words, lane, at) = (words(model), model.lane, model.at());
    let (computed, history) = (model.computed.clone(), followed.clone());
    memo(on(model, followed, job::here(&computed.pace, at)), move || {
        let Some(history) = history.history.as_ref() else { return Html::default() };
        let run = &computed.runs[lane];
        let crash = |noted: &&Noted| matches!(noted.fact, Fact::Crashed { .. }) && noted.at <= at;
        let crashes: Vec<_> = run.facts.iter().filter(crash).map(|noted| noted.at).collect();
        job::history(words, &row_name(&run.plan, history.row), history, &computed.pace, at, &crashes)
    })
}

fn lane_view(
    model: &Model,
    send: &Send,
    names: &[String],
    index: usize,
    moment: &Moment,
    still: &Rc<LaneStill>,
    moving: &Rc<Vec<Mover>>,
) -> El {
    let spec = model.scenario.sinks[index];
    let is_covered = model.covers(index);
    let is_table = crate::run::writes_table(spec);
    let name = &names[index];
    let is_alike = *name != lane::sink_name(words(model), spec).0;
    let is_followed = model.lane == index && model.scenario.sinks.len() > 1;
    let part = LaneProps {
        still: still.clone(),
        spec,
        name: name.clone(),
        lang: model.lang,
        lane: index,
        is_followed,
        is_covered,
        send: send.clone(),
    };
    let other = part.clone();
    let names = lane::names(&moment.run.plan, &still.standing);
    // While a question is open there is no verdict yet, though one sees what has happened so far.
    let hides_verdict = model.covered() & (1 << index) != 0;
    let verdict = VerdictProps { still: still.clone(), lang: model.lang, is_covered: hides_verdict, names, is_table };
    let flags = usize::from(is_followed) | usize::from(is_covered) << 1 | usize::from(hides_verdict) << 2;
    let on = vec![address(still), model.lang as usize, flags];
    el("div", "lane")
        .also(is_followed, "followed")
        .also(is_alike, "alike")
        .key(index)
        .attr("role", "group")
        .attr("aria-label", name.clone())
        .attr("data-sink", kind_name(spec))
        .child(memo(on.clone(), move || lane::sink(&part)))
        .child(links::wire(model.lang, moving))
        .child(memo(on.clone(), move || lane::outside(&other)))
        .child(memo(on, move || lane::verdict(&verdict)))
}

/// Short names of the lanes, with their numbers where several have the same.
pub fn short_names(model: &Model) -> Rc<Vec<String>> {
    let words = words(model);
    let name = |(lane, spec): (usize, &crate::sim::scenario::SinkSpec)| {
        let name = lane::sink_name(words, *spec).0;
        let is_alone =
            model.scenario.sinks.iter().filter(|other| lane::sink_name(words, **other).0 == name).count() == 1;
        if is_alone {
            name.to_string()
        } else {
            format!("{} {name}", lane + 1)
        }
    };
    Rc::new(model.scenario.sinks.iter().enumerate().map(name).collect())
}
