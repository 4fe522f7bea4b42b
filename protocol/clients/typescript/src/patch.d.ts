/** The patch does not fit the document: it must be fetched again. */
export class BadPatch extends Error {}
/** Apply a patch and return the new document; the old one is not changed. Throws BadPatch. */
export function patch<T>(document: T, node: unknown, words?: string[]): T;
