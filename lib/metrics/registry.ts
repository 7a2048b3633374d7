import { remember } from "@epic-web/remember";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Every counter and histogram, and the gauges that a process sets itself. */
function defineMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const newestBackup = new Gauge({
    name: "tattle_newest_backup_timestamp_seconds",
    help: "When the newest backup that this process has seen was started.",
    registers,
  });
  // No value until a backup is seen: 0 would mean the year 1970.
  newestBackup.remove();
  return {
    registry,
    newestBackup,
    checkIns: new Counter({
      name: "tattle_check_ins_total",
      help: "Check-ins by outcome: recorded, journaled, limited, unknown (no such token) or lost.",
      labelNames: ["outcome"],
      registers,
    }),
    batchSize: new Histogram({
      name: "tattle_check_in_batch_size",
      help: "Check-ins in one transaction.",
      buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
      registers,
    }),
    batchSeconds: new Histogram({
      name: "tattle_check_in_batch_seconds",
      help: "Duration of recording a batch, including its commit.",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 3],
      registers,
    }),
    attempts: new Counter({
      name: "tattle_attempts_total",
      help: "Attempts to send an e-mail or a delivery, by kind and outcome.",
      labelNames: ["kind", "outcome"],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: "tattle_attempt_seconds",
      help: "Duration of an attempt, by kind.",
      labelNames: ["kind"],
      buckets: [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
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
      help: "Duration of API requests by route.",
      labelNames: ["route"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
      registers,
    }),
  };
}

/** The metrics of this process. Next.js loads this module more than once. */
export const metrics = remember("tattle.metrics", defineMetrics);

/**
 * Registers a gauge that is read on each scrape: one number, or one for each value of the label. If it cannot be read, it
 * is left out, and the other metrics are still served.
 */
export function gauge(
  { name, help, label }: { name: string; help: string; label?: string },
  read: () => Promise<number | Record<string, number>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [metrics.registry],
    async collect() {
      const values = await read().catch(() => ({}));
      if (label) this.reset();
      else this.remove();
      if (typeof values === "number") this.set(values);
      else for (const [key, value] of Object.entries(values)) this.set({ [label ?? ""]: key }, value);
    },
  });
}
