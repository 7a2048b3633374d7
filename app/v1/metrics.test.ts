import { expect, test } from "vitest";
import { aSnitch } from "@/lib/testing/factories";
import { aClient, send } from "@/lib/testing/requests";

test("a case's key shows the case's snitches to Prometheus, and nobody else's", async () => {
  const { theCase, get } = await aClient();
  const nightly = await aSnitch({ caseId: theCase.id, status: "failed", tags: ["db"] });
  const hourly = await aSnitch({ caseId: theCase.id, status: "healthy" });
  const strange = await aSnitch();

  const answer = await get("/v1/metrics");
  const text = await answer.text();

  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect(text).toMatch(new RegExp(`^tattle_snitch_up\\{token="${nightly.token}",.*\\} 0$`, "m"));
  expect(text).toMatch(new RegExp(`^tattle_snitch_up\\{token="${hourly.token}",.*\\} 1$`, "m"));
  expect(text).not.toContain(strange.token);
  expect(await (await get("/v1/metrics?tags=db")).text()).not.toContain(hourly.token);
});

test("without a key it is refused as every other operation", async () => {
  expect((await send("GET", "/v1/metrics", { key: "wrong" })).status).toBe(401);
  expect((await send("POST", "/v1/metrics")).status).toBe(405);
});
