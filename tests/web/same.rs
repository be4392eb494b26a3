//! Ten thousand random scenarios come out in WebAssembly as on the host.

use crate::digest::{lines, A_LINE, SCENARIOS};
use crate::{scenarios, tape::Tape};
use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

const RECORDED: &str = include_str!("../golden/random.txt");

#[wasm_bindgen_test]
async fn ten_thousand_random_scenarios_come_out_as_on_the_host() {
    assert_eq!(RECORDED.lines().count() as u64, SCENARIOS / A_LINE);
    for (line, recorded) in RECORDED.lines().enumerate() {
        let found = lines(line as u64, line as u64 + 1, |seed| scenarios::any(&mut Tape::random(seed)));
        assert_eq!(found.trim_end(), recorded);
        breathe().await;
    }
}

/// Lets the page do something else: it has to answer the test's driver now and then.
async fn breathe() {
    let soon = Promise::new(&mut |resolve, _| {
        let window = web_sys::window().expect("a window");
        window.set_timeout_with_callback(&resolve).expect("a timer");
    });
    JsFuture::from(soon).await.expect("it comes");
}
