import { expect, test } from "vitest";
import { monitorClock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { gauge, metrics } from "./registry";
import { metricsResponse } from "./response";

const TOKEN = "a-token-of-this-test";

test("without METRICS_TOKEN, no one can read the metrics", async () => {
  expect(await metricsResponse(`Bearer ${TOKEN}`, undefined)).toMatchObject({ status: 404 });
  expect(await metricsResponse("Bearer ", "")).toMatchObject({ status: 404 });
});

test.each(["", "Bearer", "Bearer other", `Basic ${TOKEN}`, `Bearer ${TOKEN} `.repeat(2), TOKEN])(
  "a wrong token is refused and reveals no metric: %j",
  async (authorization) => {
    const { status, body } = await metricsResponse(authorization, TOKEN);
    expect(status).toBe(401);
    expect(body).not.toContain("tattle_");
  },
);

test("the response has the counters, and gauges are read on each scrape", async () => {
  let lag = 3;
  gauge({ name: "tattle_test_lag", help: "Of this test." }, async () => lag);
  metrics.checkIns.inc({ outcome: "recorded" }, 5);

  const { status, body } = await metricsResponse(`bearer ${TOKEN}`, TOKEN);
  expect(status).toBe(200);
  expect(body).toContain('tattle_check_ins_total{outcome="recorded"} 5');
  expect(body).toContain("tattle_test_lag 3");
  expect(body).toContain("nodejs_eventloop_lag");

  lag = 4;
  expect((await metricsResponse(`Bearer ${TOKEN}`, TOKEN)).body).toContain("tattle_test_lag 4");
});

test("even the first lost check-in and the first captured email show in the metrics", async () => {
  const { body } = await metricsResponse(`Bearer ${TOKEN}`, TOKEN);
  expect(body).toContain('tattle_check_ins_total{outcome="lost"} 0');
  expect(body).toContain('tattle_attempts_total{kind="email",outcome="captured"} 0');
});

test("a gauge that cannot be read is left out, and the other metrics are served", async () => {
  let fails = false;
  gauge({ name: "tattle_test_depth", help: "Of this test.", label: "queue" }, async () => {
    if (fails) throw new Error("unavailable");
    return { sweep: 7 };
  });
  const scrape = async () => (await metricsResponse(`Bearer ${TOKEN}`, TOKEN)).body;

  expect(await scrape()).toContain('tattle_test_depth{queue="sweep"} 7');
  fails = true;
  expect(await scrape()).not.toMatch(/^tattle_test_depth\{/m);
  expect(await scrape()).toContain("tattle_test_lag 4");
});

test("the response has the connections of each pool, and no drift before the clock was compared", async () => {
  const client = await pool.connect();
  const { body } = await metricsResponse(`Bearer ${TOKEN}`, TOKEN);
  client.release();

  expect(body).toMatch(/^tattle_pool_connections\{pool="general"\} [1-9]/m);
  expect(body).toContain('tattle_pool_waiting{pool="general"} 0');
  expect(body).not.toMatch(/^tattle_clock_drift_seconds /m);

  await monitorClock();
  expect((await metricsResponse(`Bearer ${TOKEN}`, TOKEN)).body).toMatch(/^tattle_clock_drift_seconds /m);
});

// Last, because every later response would wait for it.
test("a gauge that never gets a response is left out after seconds", async () => {
  gauge({ name: "tattle_test_hanging", help: "Of this test." }, () => new Promise(() => {}));
  const { body } = await metricsResponse(`Bearer ${TOKEN}`, TOKEN);

  expect(body).not.toMatch(/^tattle_test_hanging /m);
  expect(body).toContain("tattle_test_lag 4");
});
