/** The pages for screens that others see. */

export { Stream } from "./stream.js";
export { Tv } from "./tv.js";
