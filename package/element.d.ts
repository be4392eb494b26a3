import type { Scenario, Verdict } from "./engine/exactly_once_lab.js";

/** A verdict as it stands at a moment: one of those at the end, or what is none yet. */
export type Standing =
  | Verdict
  /** Nothing has been read. */
  | "nothing_read"
  /** Something read is not readable yet. */
  | "waiting"
  /** A table says something older than before. */
  | "went_back"
  /** Something committed is not readable: a transaction that is not decided stands in front of it. */
  | "blocked"
  /** Readers of uncommitted data have got what is not committed. */
  | "dirty_read";

/** What the lab tells the page around it. All times are seconds of simulated time. */
export type LabEvent = { source: "exactly-once-lab" } & (
  | ({ type: "ready" } & LabReady)
  | ({ type: "moment" } & LabMoment)
  | ({ type: "verdicts" } & LabVerdicts)
  | ({ type: "crash" } & LabCrash)
  | ({ type: "refused" } & LabRefused)
);

/** It shows what was asked for. Once, before anything else. */
export interface LabReady extends LabMoment, LabVerdicts {
  /** The part of the run that is shown. */
  start: number;
  end: number;
}

/** Another moment is shown, or it began to play or stopped. While it plays, once a frame. */
export interface LabMoment {
  t: number;
  playing: boolean;
}

/** A verdict has changed. */
export interface LabVerdicts {
  t: number;
  /** One a lane; `null` where answers are hidden. */
  verdicts: (Standing | null)[];
}

/** A crash was put in, by the reader or by a command. */
export interface LabCrash {
  at: number;
}

/** A command was not understood; `why` is for whoever writes the page. */
export interface LabRefused {
  why: string;
}

/** What the page around may tell the lab, by `postMessage`. From anybody else it is not listened to. */
export type LabCommand = { target: "exactly-once-lab" } & (
  | { command: "play" | "pause" }
  /** To a moment in the part that is shown; beyond its ends, to the nearer end. */
  | { command: "seek"; t: number }
  /** The job dies at the moment that is shown. */
  | { command: "crash" }
);

export interface LabEventMap {
  ready: CustomEvent<LabReady>;
  moment: CustomEvent<LabMoment>;
  verdicts: CustomEvent<LabVerdicts>;
  crash: CustomEvent<LabCrash>;
  refused: CustomEvent<LabRefused>;
}

/**
 * Shows the lab: `<exactly-once-lab scenario="mid-flush" start="4" end="6">`. Attributes, all of which may change:
 *
 * | attribute | what it says | if missing |
 * | --- | --- | --- |
 * | `scenario` | the name of a scenario of the lab, a scenario as JSON, or the text of a link | the first one |
 * | `start`, `end` | the part of the run that is shown, in seconds | the whole run |
 * | `at` | the moment that it opens at | `start` |
 * | `lang` | `en` or `zh` | the reader's own |
 * | `controls` | `all`, `play` or `none` | `play` |
 * | `loop` | it begins again at its end | it stops there |
 * | `autoplay` | it plays by itself when it opens, unless the reader wants less motion | it waits |
 * | `hide` | answers are hidden until they are asked for | they are shown |
 * | `label` | the title of the frame, for those who cannot see it | the lab's name |
 * | `src` | where the lab's page lies | `page/index.html` beside this module |
 *
 * It is as wide as there is room and 620 pixels high, unless your style sheet says otherwise.
 */
export class ExactlyOnceLab extends HTMLElement {
  /** In place of the attribute: a scenario as an object, or what the attribute may say. */
  scenario: Scenario | string | null;
  /** Commands that come before the lab is ready wait for it. */
  play(): void;
  pause(): void;
  seek(t: number): void;
  crash(): void;
  addEventListener<K extends keyof LabEventMap>(
    type: K,
    listener: (this: ExactlyOnceLab, event: LabEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "exactly-once-lab": ExactlyOnceLab;
  }
}
