import { expect, test } from "vitest";
import { aSnitch } from "@/testing/factories";
import { aClient, send } from "@/testing/requests";

test("a key gives Prometheus the snitches of its case and of no other", async () => {
  const { theCase, get } = await aClient();
  const nightly = await aSnitch({ caseId: theCase.id, status: "failed", tags: ["db"] });
  const hourly = await aSnitch({ caseId: theCase.id, status: "healthy" });
  const foreign = await aSnitch();

  const response = await get("/v1/metrics");
  const text = await response.text();

  expect([response.status, response.headers.get("Content-Type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect(text).toMatch(new RegExp(`^tattle_snitch_up\\{token="${nightly.token}",.*\\} 0$`, "m"));
  expect(text).toMatch(new RegExp(`^tattle_snitch_up\\{token="${hourly.token}",.*\\} 1$`, "m"));
  expect(text).not.toContain(foreign.token);
  expect(await (await get("/v1/metrics?tags=db")).text()).not.toContain(hourly.token);
});

test("without a valid key it is refused like every other operation", async () => {
  expect((await send("GET", "/v1/metrics", { key: "wrong" })).status).toBe(401);
  expect((await send("POST", "/v1/metrics")).status).toBe(405);
});
