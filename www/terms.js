// What a term means: shown when somebody points at it, comes to it by keyboard, or taps it. Loaded when that first happens
// (see index.html), and the texts with it: glossary/en.txt or glossary/zh.txt, a line a term: id | name | explanation.
//
// A part of the page that stands for a term says which in `data-term`. In running text the words themselves are found, so
// sentences need no marks. The page's own code is not involved: it neither draws the box nor knows the texts.

// Where running text is looked through.
const TEXT = "aside, .say, dialog, .room";
// A pointer that only passes by asks nothing.
const REST_MS = 350;

/** The terms of a file: id, name, text, and the words by which it is found in a sentence. */
export function parse(file) {
  return file
    .split("\n")
    .map((line) => line.split(" | "))
    .filter((parts) => parts.length === 3)
    .map(([id, name, text]) => ({ id, name, text, words: words(name) }));
}

/** "Write-ahead log (WAL)" is found as "write-ahead log" and as "wal"; also with wide brackets. */
function words(name) {
  return name.split(/[()（）]/).map((word) => word.trim().toLowerCase()).filter(Boolean);
}

const isLatin = (text) => /[a-z0-9]/i.test(text);
const ENDINGS = /^(?:s|es|d|ed|ted)?(?![a-z0-9-])/i;

/** The term at this place of a text, the longest one; undefined if there is none. */
export function termAt(text, index, terms) {
  const lower = text.toLowerCase();
  let found;
  for (const term of terms) {
    for (const word of term.words) {
      for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
        if (at > index) break;
        let end = at + word.length;
        if (isLatin(word)) {
          if (at > 0 && /[a-z0-9-]/.test(lower[at - 1])) continue;
          const ending = lower.slice(end).match(ENDINGS);
          if (!ending) continue;
          end += ending[0].length;
        }
        if (index < end && !(found && found.end - found.start >= end - at)) found = { term, start: at, end };
      }
    }
  }
  return found;
}

// An address; in the single file, where nothing can be fetched, the bytes themselves on their way.
const read = async (source) => {
  if (typeof source !== "string") return new TextDecoder().decode(await source);
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${source}: ${answer.status}`);
  return answer.text();
};

/** Begins to help. `sources` has the file of each language. What comes back takes an event that was there before. */
export function start(sources) {
  const known = {};
  const terms = () => {
    const lang = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
    // What could not be loaded is tried again the next time.
    known[lang] ??= read(sources[lang]).then(parse).catch((error) => {
      delete known[lang];
      throw error;
    });
    return known[lang];
  };
  const box = document.createElement("div");
  box.id = "term";
  box.setAttribute("role", "tooltip");
  box.popover = "manual";
  const [name, text] = [document.createElement("b"), document.createElement("span")];
  box.append(name, text);
  let shownFor, timer;

  const hide = () => {
    clearTimeout(timer);
    shownFor?.removeAttribute?.("aria-describedby");
    shownFor = undefined;
    if (box.isConnected) box.remove();
  };

  const show = (term, rect, element) => {
    hide();
    shownFor = element;
    name.textContent = term.name;
    text.textContent = term.text;
    // At the end of the dialog that is open, if one is: what lies outside of it can't be reached.
    (element.closest("dialog") ?? document.body).append(box);
    box.showPopover?.();
    element.setAttribute("aria-describedby", box.id);
    const { width, height } = box.getBoundingClientRect();
    const gap = 6;
    const left = Math.max(gap, Math.min(rect.left, innerWidth - width - gap));
    const below = rect.bottom + gap;
    const top = below + height <= innerHeight ? below : Math.max(gap, rect.top - height - gap);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  };

  const byElement = async (element) => {
    const term = (await terms()).find((term) => term.id === element.dataset.term);
    if (term && element.isConnected) show(term, element.getBoundingClientRect(), element);
  };

  // The word under the pointer.
  const byText = async (target, x, y) => {
    const all = await terms();
    const spot = document.caretPositionFromPoint?.(x, y);
    const range = spot ? undefined : document.caretRangeFromPoint?.(x, y);
    const [node, offset] = spot ? [spot.offsetNode, spot.offset] : [range?.startContainer, range?.startOffset];
    if (node?.nodeType !== Node.TEXT_NODE || !target.contains(node)) return hide();
    // A caret stands between two letters: the one before counts too.
    const found = termAt(node.data, offset, all) ?? termAt(node.data, offset - 1, all);
    if (!found) return hide();
    const word = document.createRange();
    word.setStart(node, found.start);
    word.setEnd(node, found.end);
    const rect = word.getBoundingClientRect();
    const isUnder = x >= rect.left - 2 && x <= rect.right + 2 && y >= rect.top - 2 && y <= rect.bottom + 2;
    return isUnder ? show(found.term, rect, node.parentElement) : hide();
  };

  const at = (target, x, y) => {
    const element = target.closest?.("[data-term]");
    if (element) return byElement(element);
    if (target.closest?.(TEXT)) return byText(target, x, y);
    return undefined;
  };
  // Without the texts there is no help, and nothing else is lost.
  const quietly = (promise) => promise?.catch(() => {});

  const handle = (event) => {
    const { target } = event;
    switch (event.type) {
      case "pointermove":
        if (event.pointerType === "touch" || box.contains(target)) return;
        clearTimeout(timer);
        // Over the box, and over what it is about, it stays.
        if (shownFor?.matches("[data-term]") && shownFor.contains(target)) return;
        timer = setTimeout(() => quietly(at(target, event.clientX, event.clientY) ?? hide()), REST_MS);
        return;
      case "click":
        // A mouse has asked by resting there; a finger asks by tapping.
        if (event.pointerType === "touch") {
          hide();
          quietly(at(target, event.clientX, event.clientY));
        }
        return;
      case "focusin":
        hide();
        if (target.matches?.("[data-term]:focus-visible")) quietly(byElement(target));
        return;
      case "focusout":
      case "scroll":
        hide();
        return;
      case "keydown":
        if (event.key === "Escape" && shownFor) hide();
        return;
      case "toggle":
        if (target.open && target.matches?.("details.glossary")) quietly(terms().then((all) => list(target, all)));
        return;
    }
  };
  for (const type of ["pointermove", "click", "focusin", "focusout", "scroll", "keydown", "toggle"]) {
    addEventListener(type, handle, { capture: true, passive: true });
  }
  return handle;
}

/** Every term, in the place that the page keeps for it. */
function list(details, terms) {
  const place = details.querySelector("dl");
  place.replaceChildren(
    ...terms.flatMap((term) => {
      const [name, text] = [document.createElement("dt"), document.createElement("dd")];
      name.textContent = term.name;
      text.textContent = term.text;
      return [name, text];
    }),
  );
  details.scrollIntoView({ block: "start" });
}
