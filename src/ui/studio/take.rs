//! The room from which a moment, a run and a session are taken along.

use super::RoomProps;
use crate::app::model::Model;
use crate::app::session::{self, opened, SessionError};
use crate::app::take::data::{Export, Format, FACTS_AT_ONCE};
use crate::app::take::file::{self, MAX_FILE_BYTES};
use crate::app::take::picture::svg;
use crate::i18n::studio::take::{words, Words};
use crate::ui::el::{el, El};
use crate::ui::leaf::leaf;
use crate::ui::{browser, files};
use gloo_timers::callback::Timeout;
use percent_encoding::{utf8_percent_encode, NON_ALPHANUMERIC};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::JsCast;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// A PNG has so many pixels for one of the SVG, in each direction.
const SCALE: u32 = 2;

/// The room.
pub struct Take {
    dark: bool,
    /// The picture, in the colours that are chosen.
    picture: String,
    export: Option<(Export, Format, Timeout)>,
    said: Option<(String, bool)>,
    aside: Option<String>,
    is_kept: bool,
}

/// What happens in the room.
pub enum TakeMsg {
    /// Dark or light.
    Dark(bool),
    /// Save the picture.
    Svg,
    /// Save it in pixels.
    Png,
    /// It was saved, or could not be.
    Made(bool),
    /// Write the run.
    Data(Format),
    /// Go on with it.
    GoOn,
    /// Don't.
    Cancel,
    /// Save the session.
    Session,
    /// Save what was put aside.
    Aside,
    /// A file was chosen.
    Chosen(web_sys::File),
    /// It was read, if it could be.
    Opened(Option<String>),
}

impl Component for Take {
    type Message = TakeMsg;
    type Properties = RoomProps;

    fn create(ctx: &Context<Self>) -> Self {
        let dark = browser::is_dark();
        Take {
            dark,
            picture: picture(ctx.props(), dark),
            export: None,
            said: None,
            aside: browser::setting("session.aside").filter(|text| !text.is_empty()),
            is_kept: browser::keep_setting("probe", "1"),
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &RoomProps) -> bool {
        self.picture = picture(ctx.props(), self.dark);
        self.export = None;
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: TakeMsg) -> bool {
        let words = words(ctx.props().lang);
        let saved = |name: &str| Some((format!("{} {name}", words.saved), false));
        match msg {
            TakeMsg::Dark(dark) => {
                self.dark = dark;
                self.picture = picture(ctx.props(), dark);
            }
            TakeMsg::Svg => {
                files::save_as("exactly-once-lab.svg", "image/svg+xml", &self.picture);
                self.said = saved("exactly-once-lab.svg");
            }
            TakeMsg::Png => png(&self.picture, ctx.link().callback(TakeMsg::Made)),
            TakeMsg::Made(true) => self.said = saved("exactly-once-lab.png"),
            TakeMsg::Made(false) => self.said = Some((words.no_png.to_string(), true)),
            TakeMsg::Data(format) => {
                let export = Export::new(&ctx.props().link.scenario, format, ctx.props().lang);
                self.said = None;
                self.export = Some((export, format, soon(ctx)));
            }
            TakeMsg::GoOn => {
                let Some((mut export, format, _)) = self.export.take() else { return false };
                if !export.advance(FACTS_AT_ONCE) {
                    self.export = Some((export, format, soon(ctx)));
                    return true;
                }
                let (name, kind, mark) = match format {
                    Format::Json => ("exactly-once-lab.json", "application/json", ""),
                    // By this mark a spreadsheet knows that it is UTF-8.
                    Format::Csv => ("exactly-once-lab.csv", "text/csv", "\u{feff}"),
                };
                files::save_as(name, kind, &format!("{mark}{}", export.into_text()));
                self.said = saved(name);
            }
            TakeMsg::Cancel => {
                self.export = None;
                self.said = Some((words.cancelled.to_string(), false));
            }
            TakeMsg::Session => {
                files::save("exactly-once-lab.session.json", &file::write(browser::setting));
                self.said = saved("exactly-once-lab.session.json");
            }
            TakeMsg::Aside => {
                let text = self.aside.clone().unwrap_or_default();
                files::save_as("exactly-once-lab.put-aside.txt", "text/plain", &text);
                self.said = saved("exactly-once-lab.put-aside.txt");
            }
            TakeMsg::Chosen(chosen) => {
                files::read_text(&chosen, MAX_FILE_BYTES, ctx.link().callback(TakeMsg::Opened));
            }
            TakeMsg::Opened(text) => {
                let read = text.ok_or(SessionError::NoSession).and_then(|text| file::read(&text));
                match read.and_then(|items| self.open(items)) {
                    Ok(()) => self.said = Some((words.opened.to_string(), false)),
                    Err(error) => {
                        let why = session::say(ctx.props().lang, &error);
                        self.said = Some((format!("{} {why}", words.bad_file), true));
                    }
                }
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let words = words(ctx.props().lang);
        let status = match (&self.export, &self.said) {
            (Some((export, ..)), _) => leaf("p", "", format!("{} {} %", words.working, export.progress() / 10)),
            (None, Some((said, true))) => leaf("p", "wrong", said.clone()),
            (None, Some((said, false))) => leaf("p", "done", said.clone()),
            (None, None) => Html::default(),
        };
        el("div", "take-room")
            .child(el("div", "status").attr("role", "status").child(status))
            .maybe((!self.is_kept).then(|| leaf("p", "note", words.blocked)))
            .child(self.picture_card(ctx, words))
            .child(el("div", "stack").child(self.data_card(ctx, words)).child(self.session_card(ctx, words)))
            .done()
    }
}

impl Take {
    fn picture_card(&self, ctx: &Context<Self>, words: &'static Words) -> El {
        let link = ctx.link();
        let theme = |dark: bool, text: &'static str| {
            el("button", "btn")
                .attr("aria-pressed", if self.dark == dark { "true" } else { "false" })
                .click(link.callback(move |_: Event| TakeMsg::Dark(dark)))
                .text(text)
        };
        let image = el("img", "take-picture").attr("src", address(&self.picture)).attr("alt", words.picture);
        let row = el("div", "row")
            .child(theme(false, words.light))
            .child(theme(true, words.dark))
            .child(button(link.callback(|_: Event| TakeMsg::Svg), words.save_svg))
            .child(button(link.callback(|_: Event| TakeMsg::Png), words.save_png));
        card(words.picture, words.picture_what).child(row).child(image)
    }

    fn data_card(&self, ctx: &Context<Self>, words: &'static Words) -> El {
        let link = ctx.link();
        let row = match &self.export {
            Some((export, ..)) => el("div", "row")
                .child(
                    el("progress", "")
                        .attr("max", "1000")
                        .attr("value", export.progress().to_string())
                        .attr("aria-label", words.working),
                )
                .child(button(link.callback(|_: Event| TakeMsg::Cancel), words.cancel)),
            None => el("div", "row")
                .child(button(link.callback(|_: Event| TakeMsg::Data(Format::Json)), words.save_json))
                .child(button(link.callback(|_: Event| TakeMsg::Data(Format::Csv)), words.save_csv)),
        };
        card(words.data, words.data_what).child(row)
    }

    fn session_card(&self, ctx: &Context<Self>, words: &'static Words) -> El {
        let link = ctx.link();
        let choose = link.batch_callback(|event: Event| {
            let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok())?;
            let chosen = input.files()?.get(0)?;
            // The same file may be chosen again.
            input.set_value("");
            Some(TakeMsg::Chosen(chosen))
        });
        let input =
            el("input", "").attr("type", "file").attr("accept", ".json,.txt").on(ListenerKind::onchange, choose);
        let row = el("div", "row")
            .child(button(link.callback(|_: Event| TakeMsg::Session), words.save_session))
            .child(el("label", "btn file").text(words.open_session).child(input));
        let aside = self.aside.as_ref().map(|_| {
            el("div", "")
                .child(leaf("h3", "", words.aside))
                .child(leaf("p", "note", words.aside_what))
                .child(button(link.callback(|_: Event| TakeMsg::Aside), words.save_aside))
                .done()
        });
        card(words.session, words.session_what).child(row).maybe(aside)
    }

    /// Opens a session from a file: the lab takes it over.
    fn open(&mut self, items: Vec<(&'static str, String)>) -> Result<(), SessionError> {
        let Some((_, text)) = items.iter().find(|(name, _)| *name == "session") else {
            return Err(SessionError::NoSession);
        };
        let now = session::read(text)?.now.to_text();
        self.aside = browser::setting("session");
        browser::keep_setting("session.aside", self.aside.as_deref().unwrap_or_default());
        for (name, text) in &items {
            if *name == "session" {
                browser::hand_over("import", text);
            } else {
                browser::keep_setting(name, text);
            }
        }
        browser::tell_kept();
        browser::go(&now);
        Ok(())
    }
}

fn card(title: &'static str, what: &'static str) -> El {
    el("section", "card").child(leaf("h2", "", title)).child(leaf("p", "note", what))
}

fn button(click: Callback<Event>, text: &'static str) -> El {
    el("button", "btn").click(click).text(text)
}

fn picture(props: &RoomProps, dark: bool) -> String {
    svg(&Model { lang: props.lang, ..opened((*props.link).clone(), false) }, dark)
}

/// The picture as an address.
fn address(svg: &str) -> String {
    format!("data:image/svg+xml,{}", utf8_percent_encode(svg, NON_ALPHANUMERIC))
}

/// After the browser has drawn and heard what a person did.
fn soon(ctx: &Context<Take>) -> Timeout {
    let link = ctx.link().clone();
    Timeout::new(0, move || link.send_message(TakeMsg::GoOn))
}

/// Makes a PNG of an SVG and saves it.
fn png(svg: &str, made: Callback<bool>) {
    if try_png(svg, made.clone()).is_none() {
        made.emit(false);
    }
}

fn try_png(svg: &str, made: Callback<bool>) -> Option<()> {
    let image = web_sys::HtmlImageElement::new().ok()?;
    let failed = made.clone();
    let on_error = Closure::once_into_js(move || failed.emit(false));
    image.set_onerror(Some(on_error.unchecked_ref()));
    let loaded = image.clone();
    let on_load = Closure::once_into_js(move || {
        if canvas(&loaded, made.clone()).is_none() {
            made.emit(false);
        }
    });
    image.set_onload(Some(on_load.unchecked_ref()));
    image.set_src(&address(svg));
    Some(())
}

/// Draws an image and gives it to the person as a PNG.
fn canvas(image: &web_sys::HtmlImageElement, made: Callback<bool>) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let canvas: web_sys::HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(image.width() * SCALE);
    canvas.set_height(image.height() * SCALE);
    let context: web_sys::CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height).ok()?;
    let done = Closure::once_into_js(move |blob: Option<web_sys::Blob>| {
        made.emit(blob.is_some_and(|blob| files::save_blob("exactly-once-lab.png", &blob).is_some()));
    });
    canvas.to_blob(done.unchecked_ref()).ok()
}
