//! Elements built by calls. A template of its own for each element costs the page 200 to 400 bytes; a call costs a
//! tenth of that. What the calls do is not generic, so that there is one copy of it.

use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::{Key, Listener, ListenerKind, VNode, VTag, VText};

/// An element while it is built. Boxed: it moves through many calls.
pub struct El(Box<VTag>);

/// An element with a class (none if empty).
#[inline(never)]
pub fn el(tag: &'static str, class: &'static str) -> El {
    let element = El(Box::new(VTag::new(tag)));
    if class.is_empty() {
        element
    } else {
        element.put("class", AttrValue::Static(class))
    }
}

impl El {
    /// With an attribute.
    pub fn attr(self, name: &'static str, value: impl Into<AttrValue>) -> El {
        self.put(name, value.into())
    }

    /// With an attribute, if so.
    pub fn attr_if(self, is_so: bool, name: &'static str, value: impl Into<AttrValue>) -> El {
        if is_so {
            self.put(name, value.into())
        } else {
            self
        }
    }

    /// With an attribute that is there or not and has no value, as `disabled`.
    pub fn flag(self, name: &'static str, is_set: bool) -> El {
        self.attr_if(is_set, name, AttrValue::Static(""))
    }

    /// With a class that is made at run time, in place of that given at the start.
    pub fn class(self, class: impl Into<AttrValue>) -> El {
        self.put("class", class.into())
    }

    #[inline(never)]
    fn put(mut self, name: &'static str, value: AttrValue) -> El {
        self.0.add_attribute(name, value);
        self
    }

    /// With a listener.
    #[inline(never)]
    pub fn on(mut self, kind: ListenerKind, callback: Callback<Event>) -> El {
        self.0.add_listener(Rc::new(On { kind, callback }));
        self
    }

    /// With something to do on a click.
    pub fn click(self, callback: Callback<Event>) -> El {
        self.on(ListenerKind::onclick, callback)
    }

    /// The value that an input or a text area has; it follows the state, not what was typed.
    #[inline(never)]
    pub fn value(mut self, value: impl Into<AttrValue>) -> El {
        self.0.set_value(Some(value.into()));
        self
    }

    /// Whether a check box or a radio button is on.
    #[inline(never)]
    pub fn checked(mut self, is_checked: bool) -> El {
        self.0.set_checked(is_checked);
        self
    }

    /// With a key, by which it is known again among its siblings.
    #[inline(never)]
    pub fn key(mut self, key: impl Into<Key>) -> El {
        self.0.key = Some(key.into());
        self
    }

    /// With a reference to the node.
    #[inline(never)]
    pub fn node(mut self, node: NodeRef) -> El {
        self.0.node_ref = node;
        self
    }

    /// With a text.
    pub fn text(self, text: impl Into<AttrValue>) -> El {
        self.add(VNode::from(VText::new(text)))
    }

    /// With a child.
    pub fn child(self, child: impl Into<Html>) -> El {
        self.add(child.into())
    }

    /// With a child, if there is one.
    pub fn maybe(self, child: Option<Html>) -> El {
        match child {
            Some(child) => self.add(child),
            None => self,
        }
    }

    /// With children.
    pub fn children(mut self, children: impl IntoIterator<Item = Html>) -> El {
        for child in children {
            self = self.add(child);
        }
        self
    }

    #[inline(never)]
    fn add(mut self, child: Html) -> El {
        self.0.add_child(child);
        self
    }

    /// The finished element.
    #[inline(never)]
    pub fn done(self) -> Html {
        (*self.0).into()
    }
}

impl From<El> for Html {
    fn from(element: El) -> Html {
        element.done()
    }
}

/// Several nodes side by side.
pub fn several(nodes: impl IntoIterator<Item = Html>) -> Html {
    let nodes: Vec<Html> = nodes.into_iter().collect();
    VNode::from(yew::virtual_dom::VList::with_children(nodes, None))
}

/// Any listener. One type for all events: each of the library's own brings code of its own.
struct On {
    kind: ListenerKind,
    callback: Callback<Event>,
}

impl Listener for On {
    fn kind(&self) -> ListenerKind {
        self.kind.clone()
    }

    fn handle(&self, event: web_sys::Event) {
        self.callback.emit(event);
    }

    fn passive(&self) -> bool {
        false
    }
}
