/**
 * What of a table is on the screen. Documents arrive as fast as they like; here they wait for their
 * turn, so that one move after the other can be seen. A game's module may split a move into stages.
 *
 * `shown` is { version, public, mine, lines, fresh, settled }: `lines` are the log lines of the stage
 * that has just begun, `settled` says that nothing newer waits, so that choices may be offered.
 */

import { batch, signal } from "./lib.js";
import { linesSince } from "./gametext.js";
import { moving } from "./settings.js";

/** With more stages than this waiting, the newest document is shown at once. */
const PATIENCE = 24;
/** With more than this waiting, all goes faster. */
const HURRY = 3;
/** Long enough to read a line of what others do. */
const PAUSE = 600;

export class Show {
  constructor() {
    this.shown = signal(/** @type {Shown | null} */ (null));
    /** Told of every move once, whether it was animated or not: (lines, mirror, before). */
    this.listeners = new Set();
    /** @type {Stage[]} */
    this.waiting = [];
    /** @type {Timer} */
    this.timer = 0;
    /** The one document that waits is drawn without a move, once all that have come by now are read. */
    this.jumping = false;
    /** @type {Mirror | null} */
    this.latest = null;
    /**
     * The game's own: what of a move is shown after what.
     * @type {Board["stages"] | null}
     */
    this.stages = null;
    this.count = 0;
  }

  /**
   * A newer document; `whole`: there is no move that leads to it.
   * @param {Mirror} mirror
   * @param {boolean} whole
   */
  push(mirror, whole) {
    const before = this.latest;
    this.latest = mirror;
    const lines = before && !whole ? linesSince(before.public.log, mirror.public.log) : [];
    for (const tell of this.listeners) tell(lines, mirror, before);
    if (whole || !before || document.hidden || !moving() || this.waiting.length > PATIENCE) {
      this.jump(mirror, lines);
      return;
    }
    for (const stage of this.split(before, mirror, lines)) this.waiting.push(stage);
    if (!this.timer) this.next();
  }

  /**
   * The stages of one move; the last one is the document as it is.
   * @param {Mirror} before
   * @param {Mirror} mirror
   * @param {Line[]} lines
   */
  split(before, mirror, lines) {
    const stages = lines.length && Object.keys(before.public.game).length ? this.stages : null;
    const rows = stages ? stages(before.public.game, mirror.public.game, lines) : [];
    if (!rows.length) return [{ mirror, lines, ms: lines.length ? PAUSE : 0 }];
    const last = rows.length - 1;
    return rows.map(({ game, lines: own, ms }, i) => ({
      mirror: i === last ? mirror
        : { ...mirror, public: { ...before.public, game }, mine: quiet(mirror.mine, before.mine) },
      lines: own,
      ms,
    }));
  }

  /**
   * Pass over everything that waits. Where documents come faster than they can be drawn, the last one is.
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

  /** Show everything that waits at once. */
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
    this.timer = setTimeout(() => this.next(), this.waiting.length > HURRY ? stage.ms * 0.6 : stage.ms);
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
 * A seat's own part while a move is still being shown: nothing to answer yet, and hints as they were before it.
 * @param {Protocol.Mine} mine
 * @param {Protocol.Mine} before
 */
const quiet = (mine, before) =>
  ({ ...mine, ...(mine.ask && { ask: {}, undo: 0 }), ...(mine.hints && { hints: before.hints ?? {} }) });
