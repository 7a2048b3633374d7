import { log, withoutLogContext } from "./log";
import { afterFailure, afterMinute, afterSuccess, nextLineAt, type OutageLine, WORKING } from "./outage";

/** The messages of the two kinds of lines. */
type Messages = { failing: string; working: string };

/**
 * Logs the state of one thing that can fail thousands of times a second: that it fails, once a minute how often it failed,
 * and that it works again. Costs nothing while it works.
 */
export function openOutageLog({ failing, working }: Messages, level: "warn" | "error" = "warn") {
  let outage = WORKING;
  let details: object = {};
  let isScheduled = false;

  function write(line: OutageLine) {
    if (line.kind === "failing") log[level]({ ...details, failures: line.failures }, failing);
    else log.warn({ failures: line.failures, lastedMs: line.lastedMs }, working);
  }

  function tick() {
    isScheduled = false;
    apply(afterMinute);
  }

  function apply(step: typeof afterFailure) {
    const { outage: next, line } = step(outage, Math.round(performance.now()));
    outage = next;
    // A line represents failures of several requests or jobs, so it names none of them.
    if (line) withoutLogContext(() => write(line));
    if (outage.unlogged === 0 || isScheduled) return;
    isScheduled = true;
    setTimeout(tick, nextLineAt(outage) - performance.now()).unref();
  }

  return {
    /** Call it at each failure. The details of the latest one are logged. */
    failed(latest: object): void {
      details = latest;
      apply(afterFailure);
    },

    /** Call it at each success. */
    worked(): void {
      if (outage.since !== null) apply(afterSuccess);
    },
  };
}
