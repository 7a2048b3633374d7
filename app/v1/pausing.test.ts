import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { db } from "@/lib/platform/db";
import { aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { aClient, readResponse } from "@/testing/requests";

const FAR_FUTURE = new Date("2100-01-01T00:00Z");

async function aClientWithAHealthySnitch() {
  const client = await aClient();
  const { id, token } = await aSnitch({ caseId: client.theCase.id, status: "healthy", deadline: FAR_FUTURE });
  const statusNow = async () => (await db.snitch.findUniqueOrThrow({ where: { id } })).status;
  return { ...client, id, token, path: `/v1/snitches/${token}`, statusNow };
}

test.each([
  ["without a body", undefined, "healthy"],
  ["until healthy", { until: "healthy" }, "healthy"],
  ["until unpaused", { until: "unpaused" }, "paused"],
  ["until a time", { until: "2100-01-01T00:00:00.000Z" }, "paused"],
])(
  "a pause %s: the next healthy check-in leaves the snitch in the right status",
  async (_, body, statusAfter) => {
    const client = await aClientWithAHealthySnitch();

    expect(await readResponse(client.post(`${client.path}/pause`, body))).toEqual({ status: 204, body: "" });
    expect(await client.statusNow()).toBe("paused");
    await recordCheckIn({ ...PLAIN_CHECK_IN, token: client.token, at: new Date() });
    expect(await client.statusNow()).toBe(statusAfter);

    expect(await readResponse(client.post(`${client.path}/unpause`))).toEqual({ status: 204, body: "" });
    expect(await client.statusNow()).toBe("healthy");
  },
);

test("pausing and unpausing are safe to repeat", async () => {
  const client = await aClientWithAHealthySnitch();

  expect((await client.post(`${client.path}/unpause`)).status).toBe(204);
  await client.post(`${client.path}/pause`, { until: "unpaused" });
  expect((await client.post(`${client.path}/pause`, { until: "healthy" })).status).toBe(204);

  expect(await db.snitch.findUnique({ where: { id: client.id } })).toMatchObject({ pauseUntil: "healthy" });
  expect(await db.alert.count({ where: { snitchId: client.id } })).toBe(1);
});
