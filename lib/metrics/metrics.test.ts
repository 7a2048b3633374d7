import { expect, test } from "vitest";
import { metricsResponse } from "./answer";
import { gauge, metrics } from "./registry";

const TOKEN = "a-token-of-this-test";

test("without a token set there are no metrics, for anybody", async () => {
  expect(await metricsResponse(`Bearer ${TOKEN}`, undefined)).toMatchObject({ status: 404 });
  expect(await metricsResponse("Bearer ", "")).toMatchObject({ status: 404 });
});

test.each(["", "Bearer", "Bearer other", `Basic ${TOKEN}`, `Bearer ${TOKEN} `.repeat(2), TOKEN])(
  "a wrong token is refused, and nothing is told: %j",
  async (authorization) => {
    const { status, body } = await metricsResponse(authorization, TOKEN);
    expect(status).toBe(401);
    expect(body).not.toContain("tattle_");
  },
);

test("what was counted is told, and what is looked up is as of now", async () => {
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

test("a figure that cannot be had is left out, and the others are told", async () => {
  let isAway = false;
  gauge({ name: "tattle_test_depth", help: "Of this test.", label: "queue" }, async () => {
    if (isAway) throw new Error("away");
    return { sweep: 7 };
  });
  const told = async () => (await metricsResponse(`Bearer ${TOKEN}`, TOKEN)).body;

  expect(await told()).toContain('tattle_test_depth{queue="sweep"} 7');
  isAway = true;
  expect(await told()).not.toMatch(/^tattle_test_depth\{/m);
  expect(await told()).toContain("tattle_test_lag 4");
});
