/** The icons that only modules use which are fetched on first use: no table begins with them. */

import { ICONS } from "./ui.js";

Object.assign(ICONS, {
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  code: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM16 17h2v3h-2zM20 19h.01",
  copy: "M9 9h10v11H9zM6 15H5V4h10v2",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  minus: "M5 12h14",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
});
