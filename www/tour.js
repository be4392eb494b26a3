// The tour: five steps around the page, on the first visit and whenever it is asked for. Loaded only then (see index.html).
//
// It lies over the page and leaves it usable: what a step speaks of can be tried at once. That it was seen is kept in the
// browser, where it can be.

export const steps = [
  {
    at: ".stage",
    en: ["One job, several ways out", "Records flow from the log through the job’s memory to a sink, and on to those who read its output. Every sink here belongs to the same job with the same crash; only its kind is another."],
    zh: ["一个作业，几种输出", "记录从日志出发，经过作业内存，流到输出端，再到读取结果的人手里。每一行都是同一个作业、同一次故障，只是输出端不同。"],
  },
  {
    at: ".memory",
    en: ["What a crash takes", "Dashed boxes are the job’s memory: gone in a crash. What has a solid edge survives: the log, the checkpoint store at the top, and the outside."],
    zh: ["故障会带走什么", "虚线框是作业内存，故障时丢失。实线框里的都会留下：日志、上方的检查点存储，还有外部系统。"],
  },
  {
    at: ".transport .group",
    en: ["Play, step, go back", "Space plays and pauses, the arrow keys step; the buttons do the same. Going back shows exactly what was there."],
    zh: ["播放、单步、后退", "空格键播放和暂停，方向键单步，按钮也一样。后退时看到的与当时完全一样。"],
  },
  {
    at: ".group.crash",
    en: ["Crash it yourself", "At any moment, with this button or the key C. Undo brings the former run back. The strips under the time line show what a crash at each moment would come to."],
    zh: ["自己制造故障", "任何时刻都可以，用这个按钮或按 C 键。撤销可以回到原来的运行。时间线下面的色带显示每个时刻故障的结果。"],
  },
  {
    at: ".lane .verdict",
    en: ["What came of it", "Whether readers outside have each record once, twice, late or never. Hide the answers (H) and guess first. Help, behind the question mark, has the glossary and this tour."],
    zh: ["结果如何", "外部读者看到的每条记录，是一次、两次、迟到还是丢失。先隐藏答案（H）猜一猜。问号里有帮助、术语表和这个导览。"],
  },
];

const buttons = { en: ["Back", "Next", "Skip", "Done"], zh: ["上一步", "下一步", "跳过", "完成"] };
const kept = "exactly-once-lab.tour";

const lang = () => (document.documentElement.lang.startsWith("zh") ? "zh" : "en");
const make = (tag, className) => Object.assign(document.createElement(tag), { className });

let running;

/** Begins at the first step. */
export function start() {
  running?.();
  let step = 0;
  const [ring, card] = [make("div", "tour-ring"), make("div", "tour")];
  const [title, text, foot] = [make("b", ""), make("p", ""), make("div", "tour-foot")];
  const count = make("span", "soft");
  const [back, next, skip] = [make("button", "btn"), make("button", "btn play"), make("button", "btn ghost")];
  ring.setAttribute("aria-hidden", "true");
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-live", "polite");
  foot.append(count, skip, back, next);
  card.append(title, text, foot);
  document.body.append(ring, card);

  const place = () => {
    const target = document.querySelector(steps[step].at);
    const rect = target?.getBoundingClientRect();
    // Not there, as in a narrow window where a part is folded away: the step is told all the same.
    ring.hidden = !rect || rect.width === 0;
    const gap = 10;
    const { width, height } = card.getBoundingClientRect();
    let [left, top] = [(innerWidth - width) / 2, innerHeight - height - gap];
    if (!ring.hidden) {
      Object.assign(ring.style, {
        left: `${rect.left - 5}px`,
        top: `${rect.top - 5}px`,
        width: `${rect.width + 10}px`,
        height: `${rect.height + 10}px`,
      });
      left = rect.left + rect.width / 2 - width / 2;
      const [above, below] = [rect.top - height - gap * 1.5, rect.bottom + gap * 1.5];
      if (below + height + gap <= innerHeight) top = below;
      else if (above >= gap) top = above;
      // It fills the window: over its lower end.
      else top = Math.min(rect.bottom, innerHeight) - height - gap * 2;
    }
    card.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
    card.style.top = `${Math.max(gap, top)}px`;
  };

  const show = () => {
    const [heading, sentence] = steps[step][lang()];
    const [backName, nextName, skipName, doneName] = buttons[lang()];
    const isLast = step === steps.length - 1;
    card.setAttribute("aria-label", heading);
    title.textContent = heading;
    text.textContent = sentence;
    count.textContent = `${step + 1} / ${steps.length}`;
    back.textContent = backName;
    back.disabled = step === 0;
    next.textContent = isLast ? doneName : nextName;
    skip.textContent = skipName;
    skip.hidden = isLast;
    document.querySelector(steps[step].at)?.scrollIntoView({ block: "nearest" });
    place();
  };

  const go = (to) => {
    if (to >= steps.length) return end();
    step = to;
    show();
    // A button that is switched off loses the focus.
    next.focus();
  };
  const keys = (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      event.stopPropagation();
      end();
    }
  };
  // The page draws itself anew all the time; what is pointed at may move, and the language may change.
  const changes = new MutationObserver(show);
  changes.observe(document.documentElement, { attributes: true, attributeFilter: ["lang", "data-room"] });

  function end() {
    running = undefined;
    changes.disconnect();
    removeEventListener("resize", place);
    removeEventListener("scroll", place, true);
    removeEventListener("keydown", keys, true);
    ring.remove();
    card.remove();
    try {
      localStorage.setItem(kept, "seen");
    } catch {
      // Then it comes again the next time.
    }
  }
  running = end;

  back.onclick = () => go(step - 1);
  next.onclick = () => go(step + 1);
  skip.onclick = end;
  addEventListener("resize", place);
  addEventListener("scroll", place, true);
  addEventListener("keydown", keys, true);
  go(0);
}

/** Begins when the page is there. */
export function startWhenReady() {
  if (document.querySelector(".stage")) return start();
  const waiting = new MutationObserver(() => {
    if (!document.querySelector(".stage")) return;
    waiting.disconnect();
    start();
  });
  waiting.observe(document.body, { childList: true, subtree: true });
}
