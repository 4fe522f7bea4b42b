/** On a phone: the board, one's own area and the others as pages side by side, one of them in sight. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "./lib.js";
import { others } from "./board.js";
import { moving } from "./settings.js";
import { t } from "./text.js";

const BOARD = "board";
const MINE = "mine";
const OTHERS = "others";

/**
 * What may be chosen, or leads to it, in a page: "verb noun" each.
 * @param {Element} page
 */
const offeredIn = (page) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-verb], [data-leads]"))]
    .flatMap(({ dataset: { leads, verb, noun } }) => leads?.split(";") ?? [`${verb} ${noun ?? "*"}`]);

/**
 * The page in sight: a swipe changes it, or a tap on its tab; that of what is spoken of comes by itself, or that with
 * most of what is offered.
 * @param {Play} play
 * @param {Ref} ref
 * @param {string[]} keys
 */
function usePages(play, ref, keys) {
  const [at, set] = useState(BOARD);
  const [offered, setOffered] = useState(/** @type {Record<string, string>} */ ({}));
  /** @param {string} key */
  const sectionOf = (key) => ref.current.querySelector(`[data-page=${key}]`);
  /**
   * @param {string} key
   * @param {ScrollBehavior} [behavior]
   */
  const go = (key, behavior = moving() ? "smooth" : "instant") => {
    const left = keys.indexOf(key) * ref.current.clientWidth;
    if (left >= 0) ref.current.scrollTo({ left, behavior });
  };
  useLayoutEffect(() => {
    const now = Object.fromEntries(keys.map((key) => [key, offeredIn(sectionOf(key)).join(";")]));
    if (JSON.stringify(now) !== JSON.stringify(offered)) setOffered(now);
  });
  // A board may draw what is offered later than it is asked: until then there is no page to go to.
  const gone = useRef(-1);
  useEffect(() => {
    if (play.ask.number === undefined || play.ask.number === gone.current) return;
    /** @param {string} key */
    const many = (key) => offeredIn(sectionOf(key)).length;
    const most = keys.reduce((best, key) => (many(key) > many(best) ? key : best), keys[0]);
    const spoken = ref.current.querySelector("[data-lit=first]")?.closest("[data-page]")?.dataset.page;
    const best = spoken ?? play.module.pageOf?.(play) ?? most;
    if (!spoken && many(best) === 0) return;
    gone.current = play.ask.number;
    go(best, "instant"); // what changes with the question would end a smooth way there
  });
  const onScroll = () => {
    const { scrollLeft, clientWidth } = ref.current;
    const key = keys[Math.round(scrollLeft / clientWidth)];
    if (key && key !== at) set(key);
  };
  return { at, go, offered, onScroll };
}

/** @param {string | undefined} leads */
const countOf = (leads) => (leads ? leads.split(";").length : 0);

/** @param {{ keys: string[], at: string, offered: Record<string, string>, go: (key: string) => void }} props */
function Tabs({ keys, at, offered, go }) {
  return html`
    <nav class="stage-tabs" aria-label=${t("stage.pages")}>
      ${keys.map((key) => {
        const n = countOf(offered[key]);
        return html`
          <button key=${key} type="button" aria-pressed=${key === at} data-tab=${key}
            data-leads=${offered[key] || undefined} onClick=${() => go(key)}>
            ${t(`stage.${key}`)}${n > 0 && html` <span class="count">
              <span aria-hidden="true">${n}</span><span class="sr">${t("table.options", { n })}</span></span>`}
          </button>`;
      })}
    </nav>
  `;
}

/**
 * `large`: the player who was tapped in the strip, or null; `show(null)` once that one is in sight.
 * @param {{ play: Play, large: number | null, show: ShowArea }} props
 */
export function Pages({ play, large, show }) {
  const ref = useRef(null);
  const { Common, Mine, Seat } = play.module;
  const keys = [BOARD, ...(play.seat >= 0 && Mine ? [MINE] : []), ...(Seat ? [OTHERS] : [])];
  const { at, go, offered, onScroll } = usePages(play, ref, keys);
  useEffect(() => {
    if (large === null) return;
    go(large === play.seat ? MINE : OTHERS);
    show(null);
    const area = ref.current.querySelector(`[data-seat-area="${large}"]`);
    if (!area) return;
    const [top, room] = [area, area.parentElement].map((element) => element.getBoundingClientRect().top);
    area.parentElement.scrollTop += top - room;
  }, [large]);
  return html`
    <${Tabs} keys=${keys} at=${at} offered=${offered} go=${go} />
    <div class="stage-pages" ref=${ref} onScroll=${onScroll}>
      <section class="stage-page stage-board" data-page=${BOARD} data-test="board" aria-label=${t("stage.board")}>
        <${Common} play=${play} /></section>
      ${keys.includes(MINE) && html`<section class="stage-page stage-mine" data-page=${MINE}
        aria-label=${t("stage.mine")}><${Mine} play=${play} /></section>`}
      ${keys.includes(OTHERS) && html`
        <section class="stage-page stage-others" data-page=${OTHERS} aria-label=${t("stage.others")}>
          ${others(play.seat, play.open.seats).map((seat) => html`
            <div key=${seat} data-seat-area=${seat}><${Seat} play=${play} seat=${seat} /></div>`)}
        </section>`}
    </div>
  `;
}
