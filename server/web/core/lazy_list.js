/**
 * The modules that are fetched on first use. The server reads this list (`page/catalogue.py`) and bundles each of
 * them into a separate file.
 */

export const ANALYSIS = "after/analysis.js";
export const END = "after/end.js";
export const POSTER = "after/poster.js";
export const REPLAY = "after/replay.js";
export const COMMITMENTS = "core/commitments.js";
export const QR = "core/qr.js";
export const SHARING = "core/sharing.js";
export const TRANSLATED = "core/translated.js";
export const PLAIN = "games/plain.js";
export const HANDS_SHOWN = "lobby/hands_shown.js";
export const HOME = "lobby/home.js";
export const BOOK = "me/book.js";
export const GROUP = "me/group.js";
export const POSITION = "me/position.js";
export const PRIVACY = "me/privacy.js";
export const REPORT = "me/report.js";
export const OLDER = "older/older.js";
export const SCREENS = "screen/screens.js";
export const CHAT = "table/chat.js";
export const DEALING_WARNING = "table/dealing_warning.js";
export const HAND_ONLY = "table/hand_only.js";
export const IN_WORDS = "table/in_words.js";
export const MENU = "table/menu.js";
export const PAST = "table/past.js";
export const RETELLING = "table/retelling.js";
export const SEAT_OFFERS = "table/seat_offers.js";
export const TABLE_MISSING = "table/table_missing.js";
export const WELCOME_BACK = "table/welcome_back.js";
export const COACH = "teach/coach.js";
export const EXAMPLES = "teach/examples.js";
export const PUZZLE = "teach/puzzle.js";
export const RULES = "teach/rules.js";
export const TIP_TEXT = "teach/tip_text.js";
export const FEATURE_OFFERS = "things/feature_offers.js";
export const INSTRUMENTS = "things/instruments.js";
export const KEPT_OFFLINE = "things/kept_offline.js";
export const NOTIFICATIONS = "things/notifications.js";
export const WAKE_LOCK = "things/wake_lock.js";
