/** On a phone: the board, the person's own area and the others as pages side by side, one visible at a time. */

import { HAND_ONLY } from "../core/lazy_list.js";
import { late } from "../core/lazy_modules.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/lib.js";
import { others } from "./board.js";
import { handOnly, moving } from "../core/settings.js";
import { t } from "../core/text.js";

const BOARD = "board";
const MINE = "mine";
const OTHERS = "others";

const ChoiceList = late(HAND_ONLY, "ChoiceList");

/**
 * The choices in a page, or the ways to them: "verb noun" each.
 * @param {Element} page
 */
const offeredIn = (page) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-verb], [data-leads]"))]
    .flatMap(({ dataset: { leads, verb, noun } }) => leads?.split(";") ?? [`${verb} ${noun ?? "*"}`]);

/**
 * The visible page: changed by a swipe or a tap on a tab. It changes automatically to the page that a tip or guide
 * refers to, or to the one with most of the offered choices.
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
  // A board may draw the offered choices after the question arrives; until then no page is selected.
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
    go(best, "instant"); // a smooth scroll would be interrupted by what changes with the question
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

/**
 * `alone`: the choices stand in place of the board.
 * @param {{ keys: string[], at: string, alone: boolean, offered: Record<string, string>, go: (key: string) => void }
 *   } props
 */
function Tabs({ keys, at, alone, offered, go }) {
  return html`
    <nav class="stage-tabs" aria-label=${t("stage.pages")}>
      ${keys.map((key) => {
        const n = countOf(offered[key]);
        return html`
          <button key=${key} type="button" aria-pressed=${key === at} data-tab=${key}
            data-leads=${offered[key] || undefined} onClick=${() => go(key)}>
            ${t(`stage.${key === BOARD && alone ? "choices" : key}`)}${n > 0 && html` <span class="count">
              <span aria-hidden="true">${n}</span><span class="sr">${t("table.options", { n })}</span></span>`}
          </button>`;
      })}
    </nav>
  `;
}

/**
 * `large`: the player who was tapped in the strip, or null; `show(null)` is called once that player is visible.
 * @param {{ play: Play, large: number | null, show: ShowArea }} props
 */
export function Pages({ play, large, show }) {
  const ref = useRef(null);
  const { Common, Mine, Seat } = play.module;
  const alone = handOnly.value === "on" && play.seat >= 0 && !play.view.reel.value;
  const keys = [BOARD, ...(play.seat >= 0 && Mine ? [MINE] : []), ...(Seat && !alone ? [OTHERS] : [])];
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
    <${Tabs} keys=${keys} at=${at} alone=${alone} offered=${offered} go=${go} />
    <div class="stage-pages" ref=${ref} onScroll=${onScroll}>
      <section class="stage-page stage-board" data-page=${BOARD} data-test="board" aria-label=${t("stage.board")}>
        <${alone ? ChoiceList : Common} play=${play} /></section>
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
