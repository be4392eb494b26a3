// What is wrong with the way a page lies: found by measuring, in the page itself.

/** Controls that cannot be reached or are too small; texts that are cut off or lie on each other. */
export function faults(page, options = {}) {
  return page.evaluate(({ smallest }) => {
    const faults = new Set();
    const name = (element) => {
      const text = (element.getAttribute("aria-label") ?? element.innerText ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
      const kind = [...element.classList].slice(0, 2).map((one) => `.${one}`).join("");
      return `${element.tagName.toLowerCase()}${kind} “${text}”`;
    };
    const isShown = (element) => element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true });
    const { clientWidth: wide, clientHeight: high } = document.documentElement;

    if (document.documentElement.scrollWidth > wide) {
      faults.add(`the page scrolls sideways: ${document.documentElement.scrollWidth} in ${wide}`);
    }

    // Controls: in reach (scrolling may help), and large enough for a finger.
    for (const control of document.querySelectorAll("button, select, input, a[href]")) {
      if (!isShown(control)) continue;
      const box = (control.closest("label") ?? control).getBoundingClientRect();
      if (box.width < smallest || box.height < smallest) {
        faults.add(`too small, ${Math.round(box.width)}×${Math.round(box.height)}: ${name(control)}`);
      }
      control.scrollIntoView({ block: "nearest", inline: "nearest" });
      const there = control.getBoundingClientRect();
      if (there.left < -9 || there.right > wide + 9 || there.top < -1 || there.bottom > high + 1) {
        faults.add(`outside of the window: ${name(control)}`);
      }
      if (control.disabled) continue;
      const [x, y] = [there.left + there.width / 2, there.top + there.height / 2];
      const hit = document.elementFromPoint(x, y);
      if (hit && !control.contains(hit) && !hit.contains(control) && !control.closest("label")?.contains(hit)) {
        const by = hit.closest("footer") ? "the controls below" : name(hit);
        faults.add(`covered when it is scrolled to: ${name(control)} by ${by}`);
      }
    }
    scrollTo(0, 0);
    for (const element of document.querySelectorAll("*")) element.scrollTop = 0;

    // Boxes that hold more than they show.
    for (const element of document.querySelectorAll(".app *")) {
      if (!isShown(element) || element.closest("svg, [aria-hidden=true]")) continue;
      const style = getComputedStyle(element);
      const over = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
      // A pixel or two is the letters' own overhang.
      if (style.overflowX === "hidden" && over[0] > 2) faults.add(`cut off at the side by ${over[0]}: ${name(element)}`);
      if (style.overflowY === "hidden" && over[1] > 3) faults.add(`cut off below by ${over[1]}: ${name(element)}`);
      if (/auto|scroll/.test(style.overflowX) && over[0] > 2 && element.matches(".op, .out, .sink, .stage, aside")) {
        faults.add(`scrolls sideways by ${over[0]}: ${name(element)}`);
      }
      if (/auto|scroll/.test(style.overflowY) && over[1] > 2 && element.matches(".op, .out, .sink, .log")) {
        faults.add(`hides ${over[1]} behind scrolling: ${name(element)}`);
      }
    }

    // Texts: within their frame, and not on one another.
    const pieces = [];
    const walker = document.createTreeWalker(document.querySelector(".app"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!walker.currentNode.textContent.trim() || !isShown(parent) || parent.closest("option, aside ol, svg, .playhead, .crash-strip i")) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) {
        if (box.width < 1) continue;
        // What a frame around it cuts off is not seen.
        let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom];
        for (let frame = parent; frame && frame !== document.body; frame = frame.parentElement) {
          const style = getComputedStyle(frame);
          if (style.overflowX === "visible" && style.overflowY === "visible") continue;
          const cut = frame.getBoundingClientRect();
          [left, right, top, bottom] = [Math.max(left, cut.left), Math.min(right, cut.right), Math.max(top, cut.top), Math.min(bottom, cut.bottom)];
        }
        if (right - left < 2 || bottom - top < 2) continue;
        // Moving things may pass over others, but not over each other's names for long: left out.
        if (parent.closest(".mover")) continue;
        const frame = parent.closest(".chip, .op, .sink, .out, .verdict, .log, .btn, .fault, .tok, .txn");
        const around = frame?.getBoundingClientRect();
        if (around && (box.right > around.right + 1 || box.left < around.left - 1) && right > around.right + 1) {
          faults.add(`sticks out of ${name(frame)}: “${walker.currentNode.textContent.trim().slice(0, 40)}”`);
        }
        pieces.push({ node: walker.currentNode, left, right, top: top + 3, bottom: bottom - 3, parent, text: walker.currentNode.textContent.trim().slice(0, 40) });
      }
    }
    for (const [n, one] of pieces.entries()) {
      for (const other of pieces.slice(n + 1)) {
        if (one.node === other.node) continue;
        if (one.left + 1 < other.right && other.left + 1 < one.right && one.top < other.bottom && other.top < one.bottom) {
          // What lies over the page does so on purpose.
          const over = ({ parent }) => {
            const controls = parent.closest(".transport, .timeline");
            const lies = parent.closest(".veil, .notice") ?? (controls && getComputedStyle(controls).position === "fixed" && "controls");
            return lies || (parent.closest("footer") ?? document.querySelector("main"));
          };
          if (over(one) !== over(other)) continue;
          faults.add(`on one another: “${one.text}” and “${other.text}”`);
        }
      }
    }
    return [...faults];
  }, { smallest: 24, ...options });
}
