/**
 * The displayed state of a table. Documents may arrive faster than they can be read; they queue here, so that moves
 * are shown one after the other. A game's module may split a move into stages.
 *
 * `shown` is { version, public, mine, lines, fresh, settled }: `lines` are the log lines of the stage that has just
 * begun; `settled` says that the queue is empty, so choices may be offered.
 */

import { attempt } from "./games.js";
import { batch, signal } from "./lib.js";
import { linesSince } from "./gametext.js";
import { moving } from "./settings.js";

/** With more queued stages than this, the newest document is shown at once. */
const MAX_QUEUED_STAGES = 24;
/** With more queued stages than this, each is shown for a shorter time. */
const HURRY_ABOVE_STAGES = 3;
/** Time (ms) to read a log line of another player's move. */
const LINE_PAUSE_MS = 600;

export class Show {
  constructor() {
    this.shown = signal(/** @type {Shown | null} */ (null));
    /** Called once for every move, animated or not: (lines, mirror, before). */
    this.listeners = new Set();
    /** @type {Stage[]} */
    this.waiting = [];
    /** @type {Timer} */
    this.timer = 0;
    /** The only queued document is drawn without animation, once all documents that have arrived are read. */
    this.jumping = false;
    /** @type {Mirror | null} */
    this.latest = null;
    /**
     * The game's function that splits a move into stages.
     * @type {Board["stages"] | null}
     */
    this.stages = null;
    this.count = 0;
  }

  /**
   * Add a newer document; `whole`: no move leads to it. If the game's board fails meanwhile, it is shown at once.
   * @param {Mirror} mirror
   * @param {boolean} whole
   */
  push(mirror, whole) {
    const before = this.latest;
    this.latest = mirror;
    const lines = before && !whole ? linesSince(before.public.log, mirror.public.log) : [];
    const still = whole || document.hidden || !moving() || this.waiting.length > MAX_QUEUED_STAGES;
    const stages = attempt(mirror.public.table.game, () => {
      for (const tell of this.listeners) tell(lines, mirror, before);
      return before && !still && this.split(before, mirror, lines);
    });
    if (!stages) {
      this.jump(mirror, lines);
      return;
    }
    this.waiting.push(...stages);
    if (!this.timer) this.next();
  }

  /**
   * The stages of one move; the last one is the document itself.
   * @param {Mirror} before
   * @param {Mirror} mirror
   * @param {Line[]} lines
   */
  split(before, mirror, lines) {
    const stages = lines.length && Object.keys(before.public.game).length ? this.stages : null;
    const rows = stages ? stages(before.public.game, mirror.public.game, lines) : [];
    if (!rows.length) return [{ mirror, lines, ms: lines.length ? LINE_PAUSE_MS : 0 }];
    const last = rows.length - 1;
    return rows.map(({ game, lines: own, ms }, i) => ({
      mirror: i === last ? mirror
        : { ...mirror, public: { ...before.public, game }, mine: quiet(mirror.mine, before.mine) },
      lines: own,
      ms,
    }));
  }

  /**
   * Skip the queue. If documents arrive faster than they can be drawn, only the last one is drawn.
   * @param {Mirror} mirror
   * @param {Line[]} lines
   */
  jump(mirror, lines) {
    const unread = this.jumping ? this.waiting[0].lines : [];
    clearTimeout(this.timer);
    this.waiting = [{ mirror, lines: [...unread, ...lines], ms: 0 }];
    this.jumping = true;
    if (document.hidden || !this.shown.value) this.next();
    else this.timer = setTimeout(() => this.next(), 0);
  }

  /** Show the newest document at once. */
  skip() {
    if (this.waiting.length && this.latest) this.jump(this.latest, []);
  }

  next() {
    this.jumping = false;
    const stage = this.waiting.shift();
    if (!stage) {
      this.timer = 0;
      return;
    }
    this.display(stage.mirror, stage.lines);
    this.timer = setTimeout(() => this.next(), this.waiting.length > HURRY_ABOVE_STAGES ? stage.ms * 0.6 : stage.ms);
  }

  /**
   * @param {Mirror} mirror
   * @param {Line[]} lines
   */
  display(mirror, lines) {
    const { version, seat, public: open, mine } = mirror;
    const settled = !this.waiting.length;
    batch(() => {
      this.shown.value = { version, seat, public: open, mine, lines, settled, count: ++this.count };
    });
  }
}

/**
 * A seat's part of the document during an animation: no question yet, and the previous hints.
 * @param {Protocol.Mine} mine
 * @param {Protocol.Mine} before
 */
const quiet = (mine, before) =>
  ({ ...mine, ...(mine.ask && { ask: {}, undo: 0 }), ...(mine.hints && { hints: before.hints ?? {} }) });
