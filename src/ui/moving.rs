//! What moves, drawn past the virtual tree: in each frame hundreds of things are at another place and nothing else about them
//! has changed, so only their places are written.

use super::el::el;
use super::leaf::leaf;
use super::token::token;
use crate::i18n::format_words::format_word;
use crate::i18n::Lang;
use crate::scene::moving::{Mover, What};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, Node};
use yew::prelude::*;
use yew::virtual_dom::{VComp, VNode};

#[wasm_bindgen]
extern "C" {
    /// Puts the elements within an area where two numbers each say, in hundredths of its width and height; those with no
    /// number stay. Stands in index.html: a call for each of hundreds of things took most of a frame's time.
    #[wasm_bindgen(catch, js_name = placeMovers)]
    fn place_movers(area: &Node, places: &[f64]) -> Result<(), JsValue>;
}

/// Where a mover is, from the left and from the top, in parts of the area; `None` if it moves elsewhere.
pub type Course = Rc<dyn Fn(&Mover) -> Option<(f64, f64)>>;

/// Draws the movers of a lane that have a place in this area.
pub fn moving(lang: Lang, movers: &Rc<Vec<Mover>>, course: Course) -> Html {
    let props = MovingProps { lang, movers: movers.clone(), course };
    VNode::from(VComp::new::<Moving>(Rc::new(props), None))
}

#[derive(Properties)]
struct MovingProps {
    lang: Lang,
    movers: Rc<Vec<Mover>>,
    course: Course,
}

impl PartialEq for MovingProps {
    /// What moves has moved.
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// Something that is drawn.
struct Drawn {
    id: u32,
    what: What,
    at: (f64, f64),
    element: Element,
}

struct Moving {
    area: NodeRef,
    lang: Lang,
    /// In the order in which they stand in the document.
    drawn: Vec<Drawn>,
}

impl Component for Moving {
    type Message = ();
    type Properties = MovingProps;

    fn create(ctx: &Context<Self>) -> Self {
        Moving { area: NodeRef::default(), lang: ctx.props().lang, drawn: Vec::new() }
    }

    fn view(&self, _: &Context<Self>) -> Html {
        el("div", "moving").node(self.area.clone()).done()
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        self.draw(ctx.props());
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &MovingProps) -> bool {
        self.draw(ctx.props());
        false
    }
}

impl Moving {
    /// Both lists are in the order of arrival, so that they are gone through side by side.
    fn draw(&mut self, props: &MovingProps) {
        let Some(area) = self.area.get() else { return };
        let Some(document) = area.owner_document() else { return };
        let is_spoken = self.lang == props.lang;
        self.lang = props.lang;
        let mut before = std::mem::take(&mut self.drawn).into_iter();
        let mut places = Vec::with_capacity(2 * props.movers.len());
        for mover in &*props.movers {
            let Some(at) = (props.course)(mover) else { continue };
            let is_it = |one: &Drawn| one.id == mover.id && one.what == mover.what && is_spoken;
            let known = match before.as_slice().iter().position(is_it) {
                Some(gone) => {
                    before.by_ref().take(gone).for_each(|one| one.element.remove());
                    before.next()
                }
                None => None,
            };
            let (x, y) = (hundredths(at.0), hundredths(at.1));
            if let Some(mut known) = known {
                places.extend(if known.at == at { [f64::NAN; 2] } else { [x, y] });
                known.at = at;
                self.drawn.push(known);
            } else if let Some(element) = element(&document, props.lang, &mover.what) {
                places.extend([x, y]);
                let next = before.as_slice().first().map(|one| one.element.as_ref());
                let _ = area.insert_before(&element, next);
                self.drawn.push(Drawn { id: mover.id, what: mover.what.clone(), at, element });
            }
        }
        before.for_each(|one| one.element.remove());
        // What was drawn is all that stands in the area, in the same order.
        let _ = place_movers(&area, &places);
    }
}

/// A part of the whole in hundredths of it, as exact as an eye needs it.
fn hundredths(part: f64) -> f64 {
    (part * 10_000.0).round() / 100.0
}

fn element(document: &Document, lang: Lang, what: &What) -> Option<Element> {
    let element = document.create_element("span").ok()?;
    let (class, body) = match what {
        What::Record(record) => ("mover", token(record)),
        What::Barrier(id) => ("mover barrier", leaf("b", "", id.to_string())),
        What::End => ("mover end", super::el::text("■")),
        What::Complete(id) => {
            ("mover news", super::el::several([super::icons::letter(), super::el::text(id.to_string())]))
        }
        What::Metadata(id) => ("mover news", super::el::text(id.to_string())),
        What::Request(name, number) => {
            let number = if matches!(*name, "begin" | "create") { String::new() } else { format!(" {number}") };
            ("mover request", super::el::text(format_word(lang, name) + &number))
        }
        What::Yes => ("mover yes", super::icons::tick()),
        What::No => ("mover no", super::icons::close()),
    };
    element.set_class_name(class);
    append(document, &element, &body);
    Some(element)
}

/// Makes elements of what stands still inside a mover: tags with attributes, and texts.
fn append(document: &Document, parent: &Node, html: &Html) {
    match html {
        VNode::VTag(tag) => {
            let namespace = match tag.tag() {
                "svg" | "path" => "http://www.w3.org/2000/svg",
                _ => "http://www.w3.org/1999/xhtml",
            };
            let Ok(element) = document.create_element_ns(Some(namespace), tag.tag()) else { return };
            for (name, value) in tag.attributes.iter() {
                let _ = element.set_attribute(name, value);
            }
            if let Some(children) = tag.children() {
                append(document, &element, children);
            }
            let _ = parent.append_child(&element);
        }
        VNode::VText(text) => {
            let _ = parent.append_child(&document.create_text_node(&text.text));
        }
        VNode::VList(list) => list.iter().for_each(|one| append(document, parent, one)),
        _ => {}
    }
}
