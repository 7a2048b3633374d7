import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { aClient } from "@/testing/requests";

const FAR_FUTURE = new Date("2100-01-01T00:00Z");

test("pausing and unpausing are safe to repeat", async () => {
  const client = await aClient();
  const { id, token } = await aSnitch({ caseId: client.theCase.id, status: "healthy", deadline: FAR_FUTURE });
  const path = `/v1/snitches/${token}`;

  expect((await client.post(`${path}/unpause`)).status).toBe(204);
  await client.post(`${path}/pause`, { until: "unpaused" });
  expect((await client.post(`${path}/pause`, { until: "healthy" })).status).toBe(204);

  expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ pauseUntil: "healthy" });
  expect(await db.alert.count({ where: { snitchId: id } })).toBe(1);
});
