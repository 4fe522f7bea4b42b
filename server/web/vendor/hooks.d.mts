export * from "preact/hooks";
import type { StateUpdater, Dispatch } from "preact/hooks";

/** A place for an element: filled whenever effects run. */
export function useRef(nothing: null): { current: any };
export function useRef<T>(first: T): { current: T };

/** A state that begins with nothing. */
export function useState(nothing: null): [any, (next: any) => void];
export function useState<T>(first: T | (() => T)): [T, Dispatch<StateUpdater<T>>];
