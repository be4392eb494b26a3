//! The JavaScript API: the engine for other pages and for whoever wants to script it. No part of the lab's own page.
//!
//! A thin layer over [`Run`]: it reads what JavaScript hands in and hands out JSON. Nothing here panics, whatever comes
//! in. `www/exactly-once-lab.d.ts` has the types and the documentation for those who call it from there; all that is
//! documented here is how it is done.

mod error;
mod input;

use crate::app::share::{Link, MAX_LINK_BYTES};
use crate::run::outcome::{kind_name, LaneOutcome, Outcome};
use crate::run::view::{self, Json};
use crate::run::Run;
use crate::sim::plan::Plan;
use crate::sim::scenario::{Allowed, ErrorCode, Kind, Scenario, ScenarioError, Unit};
use error::{range_error, thrown};
use input::Input;
use js_sys::JsString;
use serde::Serialize;
use serde_json::Value;
use std::cell::OnceCell;
use wasm_bindgen::prelude::*;

/// The types, which wasm-bindgen puts beside the module.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../../www/exactly-once-lab.d.ts");

/// A scenario and the runs of its lanes, each computed when it is asked for.
#[wasm_bindgen(skip_typescript)]
pub struct Simulation {
    scenario: Scenario,
    runs: Vec<OnceCell<Run>>,
}

impl From<Scenario> for Simulation {
    fn from(scenario: Scenario) -> Simulation {
        let runs = scenario.sinks.iter().map(|_| OnceCell::new()).collect();
        Simulation { scenario, runs }
    }
}

#[wasm_bindgen]
impl Simulation {
    /// Reads a scenario.
    ///
    /// # Errors
    /// What is wrong with it, as an `Error` with `code`, `field` and `value`.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &JsValue) -> Result<Simulation, JsValue> {
        let input = Input::read(scenario, "")?;
        let scenario = Scenario::from_value(&input.value).map_err(|error| thrown(&input.explain(error)))?;
        Ok(scenario.into())
    }

    /// Reads a share link.
    ///
    /// # Errors
    /// What is wrong with it, as an `Error` with `code`, `field` and `value`.
    #[wasm_bindgen(js_name = fromLink)]
    pub fn from_link(text: &JsValue) -> Result<Simulation, JsValue> {
        let bad = |code, value, allowed| Err(thrown(&ScenarioError { code, field: "link".into(), value, allowed }));
        let Some(string) = text.dyn_ref::<JsString>() else {
            return bad(ErrorCode::WrongType, input::type_of(text), Allowed::Type(Kind::Text));
        };
        // Looked at before it is copied. A character takes at least a byte.
        if string.length() as usize > MAX_LINK_BYTES {
            let allowed = Allowed::AtMost { limit: MAX_LINK_BYTES as u32, unit: Unit::Bytes };
            return bad(ErrorCode::TooLong, string.length().to_string(), allowed);
        }
        let link = Link::parse(&String::from(string)).map_err(|error| thrown(&error.error))?;
        Ok(link.scenario.into())
    }

    /// The version of the engine.
    #[must_use]
    pub fn version() -> String {
        env!("CARGO_PKG_VERSION").to_string()
    }

    /// The kinds of the sinks.
    ///
    /// # Errors
    /// Never.
    #[wasm_bindgen(getter)]
    pub fn lanes(&self) -> Result<JsValue, JsValue> {
        to_js(&self.scenario.sinks.iter().map(|sink| kind_name(*sink)).collect::<Vec<_>>())
    }

    /// The number of steps of a lane.
    ///
    /// # Errors
    /// A `RangeError` for a bad lane.
    pub fn length(&self, lane: &JsValue) -> Result<u32, JsValue> {
        Ok(self.run_of(lane)?.len() as u32)
    }

    /// Everything that happened in a lane.
    ///
    /// # Errors
    /// A `RangeError` for a bad lane.
    pub fn facts(&self, lane: &JsValue) -> Result<JsValue, JsValue> {
        let run = self.run_of(lane)?;
        to_js(&Json::List(run.facts.iter().map(|noted| view::fact(&run.plan, noted)).collect()))
    }

    /// How everything stands in a lane after so many steps.
    ///
    /// # Errors
    /// A `RangeError` for a bad lane or step.
    pub fn state(&self, lane: &JsValue, step: &JsValue) -> Result<JsValue, JsValue> {
        let run = self.run_of(lane)?;
        let step = whole(step, "step", run.len())?;
        to_js(&view::state(run, step))
    }

    /// What came out.
    ///
    /// # Errors
    /// Never.
    pub fn outcome(&self) -> Result<JsValue, JsValue> {
        to_js(&Outcome { lanes: self.all().map(LaneOutcome::of).collect() })
    }

    /// The verdict of each lane.
    ///
    /// # Errors
    /// Never.
    pub fn verdicts(&self) -> Result<JsValue, JsValue> {
        to_js(&self.all().map(|run| run.judge().verdict).collect::<Vec<_>>())
    }

    /// The same with one more fault.
    ///
    /// # Errors
    /// What is wrong with the fault, or that it does not go with the rest, as an `Error` with `code`, `field` and
    /// `value`.
    #[wasm_bindgen(js_name = withFault)]
    pub fn with_fault(&self, fault: &JsValue) -> Result<Simulation, JsValue> {
        let Input { value, odd } = Input::read(fault, "fault")?;
        let mut scenario = self.scenario.to_value();
        let faults = &mut scenario["faults"];
        if faults.is_null() {
            *faults = Value::Array(Vec::new());
        }
        let place = faults.as_array().map_or(0, Vec::len);
        faults.as_array_mut().into_iter().for_each(|list| list.push(value.clone()));
        let with = Scenario::from_value(&scenario).map_err(|mut error| {
            // Whoever hands in one fault knows nothing of its place.
            if let Some(rest) = error.field.strip_prefix(&format!("faults[{place}]")) {
                error.field = format!("fault{rest}");
            }
            thrown(&Input { value, odd }.explain(error))
        });
        with.map(Simulation::from)
    }

    /// The scenario in canonical form.
    ///
    /// # Errors
    /// Never.
    pub fn scenario(&self) -> Result<JsValue, JsValue> {
        to_js(&self.scenario.to_value())
    }

    /// The text of a share link.
    #[must_use]
    #[wasm_bindgen(js_name = toLink)]
    pub fn to_link(&self) -> String {
        Link::to(self.scenario.clone()).to_text()
    }
}

impl Simulation {
    fn run(&self, lane: usize) -> &Run {
        self.runs[lane].get_or_init(|| Run::new(Plan::new(&self.scenario, lane)))
    }

    fn all(&self) -> impl Iterator<Item = &Run> {
        (0..self.runs.len()).map(|lane| self.run(lane))
    }

    fn run_of(&self, lane: &JsValue) -> Result<&Run, JsValue> {
        // A scenario has at least one sink.
        whole(lane, "lane", self.runs.len() - 1).map(|lane| self.run(lane))
    }
}

/// A whole number from 0 to `max`.
fn whole(value: &JsValue, field: &str, max: usize) -> Result<usize, JsValue> {
    let error = |code| {
        // Steps and lanes are few.
        let allowed = Allowed::Whole { min: 0, max: max as i64 };
        range_error(&ScenarioError { code, field: field.to_string(), value: input::shown(value), allowed })
    };
    let number = value.as_f64().ok_or_else(|| error(ErrorCode::WrongType))?;
    let is_allowed = number.trunc() == number && (0.0..=max as f64).contains(&number);
    is_allowed.then_some(number as usize).ok_or_else(|| error(ErrorCode::OutOfRange))
}

/// One way for everything: plain objects, as `JSON.parse` would make them.
fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(JsValue::from)
}
