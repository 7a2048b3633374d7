import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { ACTOR } from "@/testing/factories";
import { aJobOn } from "@/testing/machines";
import { aClient, readResponse, send } from "@/testing/requests";

const ONCE = { starts_at: "2026-03-10T01:00:00.000Z", ends_at: "2026-03-10T03:00:00.000Z" };
const WEEKLY = { schedule: "0 2 * * 0", timezone: "Europe/Riga", duration: 7_200 };

type Body = Record<string, unknown>;

test("a case has room for 200, even if two are added at once", async () => {
  const client = await aClient();
  const times = { startsAt: new Date(ONCE.starts_at), endsAt: new Date(ONCE.ends_at) };
  const one = { caseId: client.theCase.id, name: "Old", coversAll: true, ...times };
  await db.maintenance.createMany({ data: Array.from({ length: 199 }, () => one) });

  const responses = await Promise.all(
    [1, 2].map(() => client.post("/v1/maintenance", { name: "Upgrade", all: true, ...ONCE })),
  );

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(await db.maintenance.count({ where: { caseId: client.theCase.id } })).toBe(200);
});

test("maintenance of a machine covers its snitches from now on, also with a key that only acknowledges, which can do no more", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  const job = await aJobOn("db7", { caseId });
  await aJobOn("db8", { caseId });
  await aJobOn("db7", {});
  const access = async (level: "acknowledge" | "ping" | "read", tags: string[] = []) =>
    (await createApiKey(caseId, { name: level, access: level, tags }, ACTOR)).key;
  const key = await access("acknowledge");
  const call = async (body: Body, as = key) =>
    readResponse(send("POST", "/v1/maintenance", { key: as, body }));

  const before = Date.now();
  const { status, body } = await call({ host: "db7", duration: 1_800, note: "reboot" });
  expect(status).toBe(200);
  const made = body as { starts_at: string; ends_at: string };
  expect(body).toMatchObject({ name: "Maintenance of db7", note: "reboot", snitches: [job.token] });
  expect(Date.parse(made.starts_at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(made.ends_at) - Date.parse(made.starts_at)).toBe(1_800_000);

  // No other time, which would excuse the past or last for ever, and no other snitches.
  for (const [attempt, refusal] of [
    [{ host: "db7", ...ONCE }, 422],
    [{ host: "db7", ...WEEKLY, schedule: "* * * * *", duration: null }, 422],
    [{ host: "db9", duration: 60 }, 422],
    [{ host: "\u001b[31m", duration: 60 }, 422],
    [{ name: "All", all: true, ...ONCE }, 401],
  ] as const)
    expect([attempt, (await call(attempt)).status]).toEqual([attempt, refusal]);
  // A check-in key in every crontab mutes nothing, and a key narrowed to other snitches knows no machine.
  expect((await call({ host: "db7", duration: 60 }, await access("ping"))).status).toBe(401);
  expect((await call({ host: "db7", duration: 60 }, await access("read"))).status).toBe(401);
  expect((await call({ host: "db7", duration: 60 }, await access("acknowledge", ["x"]))).status).toBe(422);
  expect(await db.maintenance.count({ where: { caseId } })).toBe(1);
});
