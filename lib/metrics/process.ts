import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { DAY_MS, SECOND_MS } from "@/lib/rules/durations";

/** How often the event loop is asked how late it is. At the usual 10 ms that alone takes most of an idle process's CPU time. */
const SAMPLE_MS = 500;

const LAG = "nodejs_eventloop_lag";
const STATISTICS = ["min", "max", "mean", "stddev", "p50", "p90", "p99"];

type Delays = Pick<ReturnType<typeof monitorEventLoopDelay>, "max" | "mean" | "percentile" | "reset">;

/** The usual metrics of a Node.js process, with a cheaper measurement of how late the event loop is. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: DAY_MS });
  for (const statistic of ["", ...STATISTICS.map((name) => `_${name}`)])
    registry.removeSingleMetric(`${LAG}${statistic}_seconds`);
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delays.enable();
  registerEventLoopLag(registry, delays);
}

/** Registers how late the event loop was since the last scrape: at most, on average, and in 50, 90 and 99 of 100 samples. */
export function registerEventLoopLag(registry: Registry, delays: Delays): void {
  const read = (): Record<string, number> => ({
    max: delays.max,
    mean: delays.mean,
    p50: delays.percentile(50),
    p90: delays.percentile(90),
    p99: delays.percentile(99),
  });
  const gauges = new Map<string, Gauge>();
  // The first one reads all, because the scrape asks them in this order and the samples are then forgotten.
  const collect = () => {
    for (const [name, nanoseconds] of Object.entries(read())) gauges.get(name)?.set(lagSeconds(nanoseconds));
    delays.reset();
  };
  for (const [i, name] of Object.keys(read()).entries()) {
    const help = `Event loop delay since the last scrape: ${name}.`;
    const options = { name: `${LAG}_${name}_seconds`, help, registers: [registry] };
    gauges.set(name, new Gauge(i === 0 ? { ...options, collect } : options));
  }
}

/** The lag of a sample, which is the time since the sample before it, in nanoseconds. 0 if there is none yet. */
export function lagSeconds(nanoseconds: number): number {
  const lagMs = nanoseconds / 1e6 - SAMPLE_MS;
  return Number.isFinite(lagMs) ? Math.max(0, lagMs) / SECOND_MS : 0;
}
