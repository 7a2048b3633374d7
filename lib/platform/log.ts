import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { env } from "./env";

/** What the lines of a piece of work have in common, above all its request id. */
type Context = { requestId: string } & Record<string, string>;

/** Next.js may load this module more than once. */
const kept = globalThis as { tattleLogContext?: AsyncLocalStorage<Context> };
kept.tattleLogContext ??= new AsyncLocalStorage<Context>();
const current = kept.tattleLogContext;

/** Structured lines on standard output. Never give it a secret: log ids. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: { process: process.env.TATTLE_PROCESS ?? "web" },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  mixin: () => current.getStore() ?? {},
});

/** Does the work; every line that is logged meanwhile carries this, however deep. */
export const withLogContext = <Result>(context: Context, work: () => Result): Result =>
  current.run(context, work);

/** The id of the request, or of the row, that is being worked on; null outside of any. */
export const currentRequestId = (): string | null => current.getStore()?.requestId ?? null;

/** Adds to what the lines of the present piece of work carry. */
export function noteInLog(facts: Record<string, string>): void {
  Object.assign(current.getStore() ?? {}, facts);
}
