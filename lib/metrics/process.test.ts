import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { collectProcessMetrics, registerEventLoopLag } from "./process";

const ms = 1e6;

test("the lag of the event loop is the lateness of its samples, and 0 without any", async () => {
  const registry = new Registry();
  let samples = {
    max: 1_700 * ms,
    mean: 510 * ms,
    percentile: (p: number) => (p > 90 ? 1_200 * ms : 501 * ms),
  };
  const dropped = { max: 0, mean: Number.NaN, percentile: () => 0 };
  registerEventLoopLag(registry, {
    get max() {
      return samples.max;
    },
    get mean() {
      return samples.mean;
    },
    percentile: (p) => samples.percentile(p),
    reset: () => {
      samples = dropped;
    },
  });

  const first = await registry.metrics();
  expect(first).toContain("nodejs_eventloop_lag_max_seconds 1.2\n");
  expect(first).toContain("nodejs_eventloop_lag_mean_seconds 0.01\n");
  expect(first).toContain("nodejs_eventloop_lag_p50_seconds 0.001\n");
  expect(first).toContain("nodejs_eventloop_lag_p99_seconds 0.7\n");
  expect(await registry.metrics()).toContain("nodejs_eventloop_lag_p99_seconds 0\n");
});

test("an event loop that stands still is seen", async () => {
  const registry = new Registry();
  collectProcessMetrics(registry);
  await new Promise((resolve) => setTimeout(resolve, 700));
  const blockedUntil = performance.now() + 1_200;
  while (performance.now() < blockedUntil);
  await new Promise((resolve) => setTimeout(resolve, 20));

  const lag = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await registry.metrics())?.[1]);
  expect(lag).toBeGreaterThan(0.5);
});
