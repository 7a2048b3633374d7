import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Everything that a process counts, under the name by which Prometheus knows it. */
function define() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    checkIns: new Counter({
      name: "tattle_check_ins_total",
      help: "Check-ins by outcome: recorded, journaled, limited, unknown (no such token) or lost.",
      labelNames: ["outcome"],
      registers,
    }),
    batchSize: new Histogram({
      name: "tattle_check_in_batch_size",
      help: "How many check-ins shared a transaction.",
      buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
      registers,
    }),
    batchSeconds: new Histogram({
      name: "tattle_check_in_batch_seconds",
      help: "How long it took to record a batch, with its commit.",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 3],
      registers,
    }),
    attempts: new Counter({
      name: "tattle_attempts_total",
      help: "Tries at sending a notice or a delivery, by what came of them.",
      labelNames: ["debt", "outcome"],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: "tattle_attempt_seconds",
      help: "How long the other side took.",
      labelNames: ["debt"],
      buckets: [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    newestBackup: new Gauge({
      name: "tattle_newest_backup_timestamp_seconds",
      help: "When the newest backup was begun, as far as this process has seen.",
      registers,
    }),
    apiRequests: new Counter({
      name: "tattle_api_requests_total",
      help: "Requests to the API by route and status.",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    apiSeconds: new Histogram({
      name: "tattle_api_seconds",
      help: "How long an answer of the API took.",
      labelNames: ["route"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
      registers,
    }),
  };
}

/** Next.js may load this module more than once; the counts are those of the process. */
const kept = globalThis as { tattleMetrics?: ReturnType<typeof define> };
if (!kept.tattleMetrics) {
  kept.tattleMetrics = define();
  // 0 would be the year 1970, and alarm somebody.
  kept.tattleMetrics.newestBackup.remove();
}

export const metrics = kept.tattleMetrics;

/**
 * A figure, or one for each value of a label, that is looked up whenever somebody asks for the metrics. One that cannot be
 * had just now is left out: the others are needed most then.
 */
export function gauge(
  { name, help, label }: { name: string; help: string; label?: string },
  look: () => Promise<number | Record<string, number>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [metrics.registry],
    async collect() {
      const found = await look().catch(() => ({}));
      if (label) this.reset();
      else this.remove();
      if (typeof found === "number") this.set(found);
      else for (const [value, figure] of Object.entries(found)) this.set({ [label ?? ""]: value }, figure);
    },
  });
}
