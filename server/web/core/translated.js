/**
 * Keeps the page alive while the browser translates it. A translator puts its own elements in place of the page's text
 * nodes, which would then change out of sight. So each of these text nodes is put back beside its translation, without
 * its words; when the page writes other words into it, or removes it, the translation goes.
 */

/** The elements that translators put in place of text. */
const TRANSLATION = "FONT";

/**
 * By text node of the page: its translation.
 * @type {WeakMap<Text, Element>}
 */
const translations = new WeakMap();

/** @param {Text} text */
function untranslate(text) {
  translations.get(text)?.remove();
  translations.delete(text);
}

/**
 * Put a replaced text node back, without words and before its translation.
 * @param {Text} text
 * @param {Element} translation
 */
function keep(text, translation) {
  untranslate(text);
  text.data = "";
  translation.before(text);
  translations.set(text, translation);
}

/** @param {MutationRecord[]} records */
function seen(records) {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === "characterData" && /** @type {Text} */ (target).data) untranslate(/** @type {Text} */ (target));
    for (const node of removedNodes) {
      const text = /** @type {Text} */ (node);
      const beside = [...addedNodes, previousSibling, nextSibling].find((one) =>
        one?.nodeName === TRANSLATION && one.isConnected);
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
      if (beside && text.data) keep(text, /** @type {Element} */ (beside));
      else untranslate(text);
    }
  }
}

/**
 * Watch a part of the page. What a translator replaced before, it may replace again.
 * @param {Element} root
 * @param {MutationRecord[]} before
 */
export function surviveTranslation(root, before) {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of before) {
    const font = [...addedNodes, previousSibling, nextSibling].find((one) =>
      one?.nodeName === TRANSLATION && one.isConnected);
    const text = [...removedNodes].find((one) => one.nodeType === Node.TEXT_NODE && !one.isConnected);
    if (font && text) /** @type {Element} */ (font).replaceWith(text);
  }
  new MutationObserver(seen).observe(root, { subtree: true, childList: true, characterData: true });
}
