// <exactly-once-lab>: the lab in a frame. element.d.ts says what it understands.

const page = new URL("./page/index.html", import.meta.url);
const attributes = ["scenario", "start", "end", "at", "lang", "controls", "loop", "autoplay", "hide", "label", "src"];
const events = ["ready", "moment", "verdicts", "crash", "refused"];

const style = `
  :host { display: block; height: 620px; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; height: 100%; border: 1px solid #8886; border-radius: 10px; box-sizing: border-box; }
`;

/** The text after the # of the lab's address. */
function link(element) {
  const parameters = new URLSearchParams();
  const scenario = element.scenario;
  if (scenario === null) {
    // The first one.
  } else if (typeof scenario === "object") parameters.set("scenario", JSON.stringify(scenario));
  else if (scenario.trimStart().startsWith("{")) parameters.set("scenario", scenario);
  else if (scenario.includes("=")) {
    for (const [name, value] of new URLSearchParams(scenario.slice(scenario.indexOf("#") + 1))) parameters.set(name, value);
  } else parameters.set("s", scenario);
  const copy = (name, as = name) => element.hasAttribute(name) && parameters.set(as, element.getAttribute(name));
  const flag = (name, as = name) => element.hasAttribute(name) && parameters.set(as, "1");
  copy("at", "t");
  copy("lang");
  flag("hide");
  parameters.set("embed", "1");
  copy("start");
  copy("end");
  flag("loop");
  flag("autoplay", "play");
  copy("controls");
  return parameters.toString();
}

// Where there is no browser the module can be imported all the same.
const Base = globalThis.HTMLElement ?? class {};

export class ExactlyOnceLab extends Base {
  static observedAttributes = attributes;

  #frame;
  #own = null;
  #waiting = [];
  #isReady = false;
  #isPlanned = false;
  #listen = (event) => this.#hear(event);

  get scenario() {
    return this.#own ?? this.getAttribute("scenario");
  }

  set scenario(scenario) {
    this.#own = scenario;
    this.#plan();
  }

  connectedCallback() {
    if (!this.#frame) {
      const root = this.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      root.adoptedStyleSheets = [sheet];
      this.#frame = document.createElement("iframe");
      this.#frame.allow = "clipboard-write; fullscreen";
      root.append(this.#frame);
    }
    addEventListener("message", this.#listen);
    this.#show();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#listen);
    this.#isReady = false;
  }

  attributeChangedCallback() {
    this.#plan();
  }

  /** Several changes at once are one. */
  #plan() {
    if (this.#isPlanned || !this.#frame) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      if (this.isConnected) this.#show();
    });
  }

  #show() {
    const frame = this.#frame;
    frame.title = this.getAttribute("label") ?? ((this.getAttribute("lang") ?? "").startsWith("zh") ? "精确一次实验室" : "Exactly-Once Lab");
    const address = new URL(this.getAttribute("src") ?? page, document.baseURI);
    address.hash = link(this);
    // Another text after the # is no other page: the lab goes there by itself.
    if (frame.src !== address.href) frame.src = address.href;
  }

  #hear(event) {
    const message = event.data;
    if (event.source !== this.#frame.contentWindow || message?.source !== "exactly-once-lab") return;
    const { source: _, type, ...detail } = message;
    if (!events.includes(type)) return;
    if (type === "ready") {
      this.#isReady = true;
      for (const command of this.#waiting.splice(0)) this.#tell(command);
    }
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #tell(command) {
    if (!this.#isReady) this.#waiting.push(command);
    // To whatever stands in the frame: a command gives nothing away, and a page from disk has no origin to name.
    else this.#frame.contentWindow.postMessage({ target: "exactly-once-lab", ...command }, "*");
  }

  play() {
    this.#tell({ command: "play" });
  }

  pause() {
    this.#tell({ command: "pause" });
  }

  seek(t) {
    this.#tell({ command: "seek", t });
  }

  crash() {
    this.#tell({ command: "crash" });
  }
}

if (globalThis.customElements && !customElements.get("exactly-once-lab")) customElements.define("exactly-once-lab", ExactlyOnceLab);
