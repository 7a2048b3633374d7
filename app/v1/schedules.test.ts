import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { NEVER_LOST_MS } from "@/testing/connection";
import { PLAIN_CHECK_IN } from "@/testing/factories";
import { aClient, type Client, readResponse, refusal, send } from "@/testing/requests";

const request = (client: Client, method: string, path: string, body?: unknown) =>
  readResponse(send(method, path, { key: client.key, ...(body !== undefined && { body }) }));

const create = (client: Client, body: object) =>
  request(client, "POST", "/v1/snitches", { name: "Nightly backup", ...body });

type Shown = Record<string, unknown> & { token: string };

async function aScheduledSnitch(client: Client, body: object = {}): Promise<Shown> {
  const { status, body: shown } = await create(client, {
    schedule: "30 7 * * 1-5",
    timezone: "Europe/Riga",
    ...body,
  });
  expect(status).toBe(200);
  return shown as Shown;
}

const buildPath = ({ token }: Shown) => `/v1/snitches/${token}`;

test("an old client that changes the interval makes it a calendar interval again", async () => {
  const client = await aClient();
  const snitch = await aScheduledSnitch(client, { grace: 60, active: "Mon..Fri 06:00-20:00" });
  const { status, body } = await request(client, "PATCH", buildPath(snitch), { interval: "daily" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ interval: "daily" });
  for (const name of ["schedule", "timezone", "grace", "active"]) expect(body).not.toHaveProperty(name);
});

test("sending back a whole snitch changes nothing", async () => {
  const client = await aClient();
  const snitch = await aScheduledSnitch(client);
  await recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: new Date() });
  const { body: shown } = await request(client, "GET", buildPath(snitch));
  const { status, body } = await request(client, "PATCH", buildPath(snitch), shown);
  expect(status).toBe(200);
  expect(body).toEqual(shown);
  expect(await db.auditEvent.count({ where: { caseId: client.theCase.id, action: "snitch.changed" } })).toBe(
    0,
  );
  expect(await db.snitch.findUnique({ where: { token: snitch.token } })).toMatchObject({
    grace: null,
    early: null,
  });
});

test("a part of a schedule can be changed alone", async () => {
  const client = await aClient();
  const snitch = await aScheduledSnitch(client);
  const changed = await request(client, "PATCH", buildPath(snitch), { timezone: "europe/kiev", grace: 0 });
  expect(changed.body).toMatchObject({ schedule: "30 7 * * 1-5", timezone: "Europe/Kyiv", grace: 0 });
  const reset = await request(client, "PATCH", buildPath(snitch), { grace: null, timezone: null });
  expect(reset.body).toMatchObject({ timezone: "UTC", grace: 3_600 });
});

test("CRON_TZ in a line sets the zone, and lines are one schedule", async () => {
  const client = await aClient();
  const snitch = await aScheduledSnitch(client, {
    schedule: "CRON_TZ=Asia/Tokyo  30  7 * * 1-5\n\n0 20 * * 6\n",
    timezone: undefined,
  });
  expect(snitch).toMatchObject({ schedule: "30 7 * * 1-5\n0 20 * * 6", timezone: "Asia/Tokyo" });
});

test("a plan limits the shortest gap of a schedule", async () => {
  const client = await aClient({ plan: "starter" });
  await aScheduledSnitch(client, { schedule: "0 */2 * * *" });
  expect(await create(client, { schedule: "*/30 * * * *" })).toMatchObject(
    refusal(["schedule", "is not included in the starter plan; the team plan has it"]),
  );
});

test("each missed run raises one alert, and a late check-in ends the misses", async () => {
  const client = await aClient();
  const snitch = await aScheduledSnitch(client, { schedule: "0 * * * *", timezone: "UTC", grace: 600 });
  const report = { ...PLAIN_CHECK_IN, token: snitch.token };
  const at = (time: string) => new Date(`2026-05-08T${time}Z`);
  await recordCheckIn({ ...report, at: at("09:58:00") });
  const dueAt = async () =>
    ((await request(client, "GET", buildPath(snitch))).body as { due_at: string }).due_at.slice(11, 16);
  // Two minutes early: it counts for 10:00, because a tenth of an hour is more than the default of five minutes.
  expect(await dueAt()).toBe("11:10");
  await sweepDeadlines(at("11:10:30"), NEVER_LOST_MS);
  expect(await db.alert.count({ where: { snitch: { token: snitch.token }, kind: "missing" } })).toBe(0);
  await sweepDeadlines(at("11:11:00"), NEVER_LOST_MS);
  expect(await dueAt()).toBe("12:10");
  await sweepDeadlines(at("15:30:00"), NEVER_LOST_MS);
  const missing = await db.alert.findMany({
    where: { snitch: { token: snitch.token }, kind: "missing" },
    orderBy: { at: "asc" },
  });
  expect(missing.map((alert) => alert.at.toISOString().slice(11, 16))).toEqual(["11:10", "12:10"]);
  expect(await dueAt()).toBe("16:10");
  await recordCheckIn({ ...report, at: at("15:40:00") });
  expect(await dueAt()).toBe("16:10");
});

test("a change of the grace alone moves what is due by the difference, and not what is expected next", async () => {
  const client = await aClient();
  const snitch = await aScheduledSnitch(client, { schedule: "every 45 minutes", timezone: "UTC", grace: 60 });
  await recordCheckIn({ ...PLAIN_CHECK_IN, ...snitch, at: new Date() });
  const { body: before } = await request(client, "GET", buildPath(snitch));

  await request(client, "PATCH", buildPath(snitch), { grace: 660 });

  const { body: after } = await request(client, "GET", buildPath(snitch));
  const read = (shown: unknown) => {
    const { next_expected_at, due_at } = shown as { next_expected_at: string; due_at: string };
    return { next: Date.parse(next_expected_at), due: Date.parse(due_at) };
  };
  expect(read(after)).toEqual({ next: read(before).next, due: read(before).due + 600_000 });
});
