import { setTimeout } from "node:timers/promises";

/** What a promise resolves to, if it does so in time; undefined otherwise. */
export const settledWithin = <Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> =>
  Promise.race([promise, setTimeout(ms, undefined, { ref: false })]);
