import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";

const midnight = () => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);

/** A daily job of three o'clock that was this many minutes late on each of the last days, the last of them today. */
async function aLateJob(caseId: string, delays: number[]) {
  const snitch = await aSnitch({
    caseId,
    schedule: "0 3 * * *",
    interval: "daily",
    grace: 300,
    createdAt: new Date(Date.now() - 80 * DAY_MS),
  });
  const times = delays.map((minutes, index) => {
    const daysAgo = delays.length - 1 - index;
    return new Date(midnight().getTime() - daysAgo * DAY_MS + 3 * HOUR_MS + minutes * MINUTE_MS);
  });
  await db.checkIn.createMany({
    data: times
      .filter((at) => at < new Date())
      .map((at) => ({ snitchId: snitch.id, at, exitStatus: "0", method: "GET" })),
  });
  return snitch;
}

const requestReplay = (key: string, token: string, body?: unknown) =>
  readResponse(send("POST", `/v1/snitches/${token}/replay`, { key, ...(body !== undefined && { body }) }));

const notified = (body: unknown) =>
  (body as { alerts: { type: string; told: boolean }[] }).alerts.flatMap(({ type, told: notified }) =>
    notified ? [type] : [],
  );

test("a replay says what would have been alerted with other settings, and changes nothing", async () => {
  const { key, theCase } = await aClient();
  const snitch = await aLateJob(theCase.id, [0, 7, 0, 11, 1]);
  const before = await db.snitch.findUnique({ where: { id: snitch.id } });

  const asItIs = await requestReplay(key, snitch.token);
  expect(asItIs.status).toBe(200);
  expect(notified(asItIs.body)).toEqual(["reporting", "missing", "reporting", "missing", "reporting"]);
  expect(asItIs.body).toMatchObject({ smallest_grace: 11 * 60, was_alerted: [] });

  const patient = await requestReplay(key, snitch.token, { grace: 660 });
  expect(notified(patient.body)).toEqual(["reporting"]);
  expect(patient.body).toMatchObject({ days: [] });

  const twice = await requestReplay(key, snitch.token, { alert_after: 2 });
  expect(notified(twice.body)).toEqual(["reporting"]);
  expect(twice.body).toMatchObject({ days: [{ would_not_tell: 1 }, { would_not_tell: 1 }] });

  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toEqual(before);
  expect(await db.alert.count({ where: { snitchId: snitch.id } })).toBe(0);
});
