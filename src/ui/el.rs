//! Elements built by calls. A template of its own for each element costs the page 200 to 400 bytes; a call costs a
//! tenth of that. What the calls do is not generic, so that there is one copy of it.

use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::{Key, Listener, ListenerKind, VList, VNode, VTag, VText};

/// An element while it is built. Boxed: it moves through many calls.
pub struct El(Box<Built>);

struct Built {
    tag: VTag,
    class: AttrValue,
}

/// An element with a class (none if empty).
#[inline(never)]
pub fn el(tag: &'static str, class: &'static str) -> El {
    El(Box::new(Built { tag: VTag::new(tag), class: AttrValue::Static(class) }))
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
    pub fn class(mut self, class: impl Into<AttrValue>) -> El {
        self.0.class = class.into();
        self
    }

    /// With a further class, if so.
    #[inline(never)]
    pub fn also(mut self, is_so: bool, class: &'static str) -> El {
        if is_so && !class.is_empty() {
            self.0.class = match self.0.class.is_empty() {
                true => AttrValue::Static(class),
                false => [&*self.0.class, class].join(" ").into(),
            };
        }
        self
    }

    #[inline(never)]
    fn put(mut self, name: &'static str, value: AttrValue) -> El {
        self.0.tag.add_attribute(name, value);
        self
    }

    /// Standing for a term of the glossary, which is explained to whoever points at it.
    pub fn term(self, id: &'static str) -> El {
        self.put("data-term", AttrValue::Static(id))
    }

    /// Within reach of the keyboard.
    pub fn reachable(self) -> El {
        self.put("tabindex", AttrValue::Static("0"))
    }

    /// With a listener.
    #[inline(never)]
    pub fn on(mut self, kind: ListenerKind, callback: Callback<Event>) -> El {
        self.0.tag.add_listener(Rc::new(On { kind, callback }));
        self
    }

    /// With something to do on a click.
    pub fn click(self, callback: Callback<Event>) -> El {
        self.on(ListenerKind::onclick, callback)
    }

    /// The value that an input or a text area has; it follows the state, not what was typed.
    #[inline(never)]
    pub fn value(mut self, value: impl Into<AttrValue>) -> El {
        self.0.tag.set_value(Some(value.into()));
        self
    }

    /// Whether a check box or a radio button is on.
    #[inline(never)]
    pub fn checked(mut self, is_checked: bool) -> El {
        self.0.tag.set_checked(is_checked);
        self
    }

    /// With a key, by which it is known again among its siblings.
    #[inline(never)]
    pub fn key(mut self, key: impl Into<Key>) -> El {
        self.0.tag.key = Some(key.into());
        self
    }

    /// With a reference to the node.
    #[inline(never)]
    pub fn node(mut self, node: NodeRef) -> El {
        self.0.tag.node_ref = node;
        self
    }

    /// With a text.
    pub fn text(self, text: impl Into<AttrValue>) -> El {
        self.add(crate::ui::el::text(text))
    }

    /// With a child.
    pub fn child(self, child: impl Into<Html>) -> El {
        self.add(child.into())
    }

    /// With a child, if there is one. Its place is kept, so that those after it are known again as what they were.
    pub fn maybe(self, child: Option<Html>) -> El {
        self.add(child.unwrap_or_default())
    }

    /// With children, whose number may change without those after them being taken for others.
    pub fn children(self, children: impl IntoIterator<Item = Html>) -> El {
        self.add(several(children))
    }

    #[inline(never)]
    fn add(mut self, child: Html) -> El {
        self.0.tag.add_child(child);
        self
    }

    /// The finished element.
    #[inline(never)]
    pub fn done(self) -> Html {
        let Built { mut tag, class } = *self.0;
        if !class.is_empty() {
            tag.add_attribute("class", class);
        }
        tag.into()
    }
}

impl From<El> for Html {
    fn from(element: El) -> Html {
        element.done()
    }
}

/// An element, if so: for [`El::maybe`].
pub fn when(is_so: bool, element: impl FnOnce() -> El) -> Option<Html> {
    is_so.then(|| element().done())
}

/// A text by itself.
pub fn text(text: impl Into<AttrValue>) -> Html {
    VNode::from(VText::new(text))
}

/// Several nodes side by side.
pub fn several(nodes: impl IntoIterator<Item = Html>) -> Html {
    let mut nodes = nodes.into_iter();
    gather(&mut || nodes.next())
}

/// Not generic: a loop for each kind of list would cost the page kilobytes.
#[inline(never)]
fn gather(next: &mut dyn FnMut() -> Option<Html>) -> Html {
    let mut nodes = Vec::new();
    while let Some(node) = next() {
        nodes.push(node);
    }
    VNode::from(VList::with_children(nodes, None))
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
