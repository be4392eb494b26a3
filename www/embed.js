// The page inside another one: carries reports to the page around it and commands from there.
// What they look like stands in package/index.d.ts (`LabEvent`, `LabCommand`).
//
// The page writes what is seen into the attribute data-report of the root element, and obeys the event "lab-command"
// (src/app/embed.rs). What comes from outside is data: it is looked at here, turned into one of four short texts, and
// read once more there. Commands are taken from the parent alone. Reports go to whoever embeds the page; they hold
// nothing but what the parent's own link leads to.
const root = document.documentElement;
const around = window.parent;
const sourceName = "exactly-once-lab";
const longest = 4294967;

const tell = (type, fields) => around.postMessage({ source: sourceName, type, ...fields }, "*");

let last;
function report() {
  const text = root.getAttribute("data-report");
  if (!text) return;
  const now = JSON.parse(text);
  const before = last;
  last = now;
  const { t, playing, verdicts, start, end } = now;
  if (!before) tell("ready", { t, playing, verdicts, start, end });
  else {
    for (const at of now.crashes) if (!before.crashes.includes(at)) tell("crash", { at });
    if (t !== before.t || playing !== before.playing) tell("moment", { t, playing });
    if (`${verdicts}` !== `${before.verdicts}`) tell("verdicts", { t, verdicts });
  }
}

// The text of a command, or what is wrong with it.
function read({ command, t }) {
  switch (command) {
    case "play":
    case "pause":
    case "crash":
      return { text: command };
    case "seek":
      if (typeof t !== "number" || !(t >= 0 && t <= longest)) return { wrong: `t has to be a number of seconds from 0 to ${longest}` };
      return { text: `seek ${Number(t.toFixed(3))}` };
    default:
      return { wrong: "command has to be play, pause, seek or crash" };
  }
}

if (around !== window) {
  new MutationObserver(report).observe(root, { attributeFilter: ["data-report"] });
  addEventListener("message", (event) => {
    const message = event.data;
    if (event.source !== around || typeof message !== "object" || message === null || message.target !== sourceName) return;
    const { text, wrong } = read(message);
    if (wrong) tell("refused", { why: wrong });
    else dispatchEvent(new CustomEvent("lab-command", { detail: text }));
  });
  report();
}
