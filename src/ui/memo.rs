//! Parts of the page that are drawn anew only when what they depend on is another.

use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::{VComp, VNode};

/// A part and what it depends on.
#[derive(Properties)]
pub struct MemoProps {
    /// Numbers that tell one state from another; addresses of shared data among them.
    pub on: Vec<usize>,
    /// Draws the part. Holds the shared data, so that no address is used again while it is compared.
    pub view: Rc<dyn Fn() -> Html>,
}

impl PartialEq for MemoProps {
    fn eq(&self, other: &Self) -> bool {
        self.on == other.on
    }
}

/// Draws a part if it has changed. One component for all parts: each further one costs kilobytes.
pub struct Memo;

impl Component for Memo {
    type Message = ();
    type Properties = MemoProps;

    fn create(_: &Context<Self>) -> Self {
        Memo
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        (ctx.props().view)()
    }
}

/// A part that is drawn anew when one of these numbers is another.
pub fn memo(on: Vec<usize>, view: impl Fn() -> Html + 'static) -> Html {
    let view: Rc<dyn Fn() -> Html> = Rc::new(view);
    VNode::from(VComp::new::<Memo>(Rc::new(MemoProps { on, view }), None))
}

/// The address of shared data, as a number to depend on.
pub fn address<T>(shared: &Rc<T>) -> usize {
    Rc::as_ptr(shared) as usize
}
