import { AsyncLocalStorage } from "node:async_hooks";
import path from "node:path";
import { remember } from "@epic-web/remember";
import pino from "pino";
import { env } from "./env";

/** Fields on every log line of one request or job. */
type Context = { requestId: string } & Record<string, string>;

// Next.js loads this module more than once.
const current = remember("tattle.log-context", () => new AsyncLocalStorage<Context>());

/** As its supervisor calls this process, else as its program is called: `web` for `dist/web.js`. */
const processName = () => process.env.TATTLE_PROCESS ?? path.basename(process.argv[1] ?? "", ".js");

/** Writes JSON lines to standard output. Log ids, never secrets. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  mixin: () => ({ process: processName(), ...current.getStore() }),
});

/** Runs the work. Every line that it logs has these fields. */
export const withLogContext = <Result>(context: Context, work: () => Result): Result =>
  current.run(context, work);

/** Runs the work. Lines that it logs have no fields of a request or job. */
export const withoutLogContext = (work: () => void): void => current.exit(work);

/** The id of the current request or job; null outside of one. */
export const currentRequestId = (): string | null => current.getStore()?.requestId ?? null;

/** Adds fields to the rest of this request's or job's log lines. A no-op outside of one. */
export function addLogContext(fields: Record<string, string>): void {
  Object.assign(current.getStore() ?? {}, fields);
}
