import { setTimeout as sleep } from "node:timers/promises";
import { remember } from "@epic-web/remember";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { RELEASE } from "@/lib/platform/version";
import { collectProcessMetrics } from "./process";

/** Every counter and histogram, and the gauges that a process sets itself. */
function defineMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectProcessMetrics(registry);
  const newestBackup = new Gauge({
    name: "tattle_newest_backup_timestamp_seconds",
    help: "When the newest backup known to this process was started.",
    registers,
  });
  new Gauge({
    name: "tattle_build_info",
    help: "Always 1, with the version and the commit of this process.",
    labelNames: ["version", "commit"],
    registers,
  }).set(RELEASE, 1);
  // No value until a backup is seen: 0 would mean the year 1970.
  newestBackup.remove();
  return {
    registry,
    newestBackup,
    checkIns: new Counter({
      name: "tattle_check_ins_total",
      help: "Check-ins by outcome: recorded, journaled, limited, unknown (no such token), refused (late reports) or lost.",
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
      help: "Attempts to send an email or a delivery, by kind and outcome.",
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
    heartbeats: new Counter({
      name: "tattle_heartbeats_total",
      help: "Requests to HEARTBEAT_URLS by host, position in the list (from 1) and outcome: accepted, failed, or withheld because alerts are late.",
      labelNames: ["host", "url", "outcome"],
      registers,
    }),
    heartbeatAt: new Gauge({
      name: "tattle_heartbeat_timestamp_seconds",
      help: "When this process last requested one of HEARTBEAT_URLS successfully.",
      labelNames: ["host", "url"],
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

/**
 * The metrics of this process. What alert rules look for is 0 from the start: Prometheus sees no increase in the first value
 * of a counter. Next.js loads this module more than once.
 */
export const metrics = remember("tattle.metrics", () => {
  const defined = defineMetrics();
  for (const outcome of ["journaled", "lost"]) defined.checkIns.inc({ outcome }, 0);
  for (const outcome of ["accepted", "captured"]) defined.attempts.inc({ kind: "email", outcome }, 0);
  return defined;
});

export type GaugeOptions = { name: string; help: string; label?: string };

/** Less than the 10 s after which Prometheus gives up a scrape. */
const READ_TIMEOUT_MS = 2_000;

/**
 * Registers a gauge that is read on each scrape: one number, or one for each value of the label. If it cannot be read within
 * two seconds, it is left out, and the other metrics are still served.
 */
export function gauge(
  { name, help, label }: GaugeOptions,
  read: () => Promise<number | Record<string, number>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [metrics.registry],
    async collect() {
      const timeout = sleep(READ_TIMEOUT_MS, {}, { ref: false });
      const values = await Promise.race([read().catch(() => ({})), timeout]);
      if (label) this.reset();
      else this.remove();
      if (typeof values === "number") this.set(values);
      else for (const [key, value] of Object.entries(values)) this.set({ [label ?? ""]: key }, value);
    },
  });
}
