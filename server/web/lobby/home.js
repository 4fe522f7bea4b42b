/**
 * The pages before there is a table, and the dialogs that open beside one: a lazy module, since a table's link does
 * not need it.
 */

import { loadCode, told } from "../core/files.js";
import { KEPT_OFFLINE } from "../core/lazy_list.js";

/** When (ms) a page that has begun looks after its way without a line. */
const QUIET_MS = 3_000;

export { Unknown } from "../core/forms.js";
export { Me } from "./devices.js";
export { KeysPage } from "../table/keylist.js";
export { Learn } from "./learn.js";
export { Lobby } from "./lobby.js";
export { People } from "../table/people.js";
export { Preferences } from "./preferences.js";
export { SetUp } from "./setup.js";
export { Waiting } from "./waiting_room.js";
export { Welcome } from "./welcome.js";

// Only who has installed the page, or keeps it for times without a line, has one.
if (told.offline && (matchMedia("(display-mode: standalone)").matches || navigator.serviceWorker?.controller)) {
  setTimeout(() => loadCode(KEPT_OFFLINE).then(({ renew }) => renew()).catch(() => {}), QUIET_MS);
}
