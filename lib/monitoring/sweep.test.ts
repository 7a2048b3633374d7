import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { db, query } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { setSignUp } from "@/testing/sign-up-rule";
import { sweepDeadlines } from "./sweep";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const overdueSnitch = (caseId?: string) =>
  aSnitch({ status: "healthy", interval: "daily", deadline: tuesday, ...(caseId && { caseId }) });
const listAlerts = (snitchId: string) => db.alert.findMany({ where: { snitchId }, orderBy: { at: "asc" } });

test("a silent snitch gets one missing alert for each period that it misses", async () => {
  const snitch = await overdueSnitch();

  await sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS);
  await sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS);
  await sweepDeadlines(after(wednesday, 1), NEVER_LOST_MS);

  expect((await listAlerts(snitch.id)).map(({ at, from }) => ({ at, from }))).toEqual([
    { at: tuesday, from: "healthy" },
    { at: wednesday, from: "failed" },
  ]);
});

test("a miss is not alerted before a minute has passed", async () => {
  const snitch = await overdueSnitch();

  await sweepDeadlines(new Date(after(tuesday, 1).getTime() - 1), NEVER_LOST_MS);

  expect(await listAlerts(snitch.id)).toEqual([]);
});

test("several sweeps that run in parallel raise one alert for each snitch", async () => {
  const snitches = await Promise.all(Array.from({ length: 20 }, () => overdueSnitch()));

  await Promise.all(Array.from({ length: 5 }, () => sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS)));

  for (const { id } of snitches) expect(await listAlerts(id)).toHaveLength(1);
});

test("what a sweep raised is handed on once it is saved, and nothing if it changed nothing", async () => {
  const snitch = await overdueSnitch();
  const saved: Promise<number>[] = [];
  const onChanged = () => {
    saved.push(listAlerts(snitch.id).then(({ length }) => length));
  };

  await sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS, onChanged);
  await sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS, onChanged);

  expect(await Promise.all(saved)).toEqual([1]);
});

test("a check-in that is recorded before the sweep keeps the snitch healthy", async () => {
  const snitch = await overdueSnitch();

  await recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: new Date(tuesday.getTime() - 1) });
  await sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS);

  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({
    status: "healthy",
    deadline: wednesday,
  });
  expect(await listAlerts(snitch.id)).toEqual([]);
});

test("a miss enqueues one email for each member and one delivery for each webhook of its case", async () => {
  const theCase = await aCase();
  const members = [
    await aMember({ caseId: theCase.id }),
    await aMember({ caseId: theCase.id, role: "viewer" }),
  ];
  await aWebhook({ caseId: theCase.id, url: "https://example.com/one" });
  await aWebhook({ caseId: theCase.id, url: "https://example.com/two" });
  const otherCase = await aCase();
  await aMember({ caseId: otherCase.id });
  await aWebhook({ caseId: otherCase.id, url: "https://example.com/other" });
  const snitch = await overdueSnitch(theCase.id);

  await sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS);

  const [alert] = await listAlerts(snitch.id);
  const emails = await db.email.findMany({ where: { alertId: alert?.id } });
  const deliveries = await db.delivery.findMany({
    where: { alertId: alert?.id },
    include: { channel: true },
  });
  expect(emails.map(({ address }) => address).sort()).toEqual(members.map(({ email }) => email).sort());
  expect(deliveries.map(({ channel }) => decrypt(channel.url)).sort()).toEqual([
    "https://example.com/one",
    "https://example.com/two",
  ]);
});

test("a snitch's own recipients are alerted instead of the case's, and the case's address instead of its members", async () => {
  setSignUp("invited");
  const theCase = await aCase({ alertEmail: "ops@example.com" });
  await aMember({ caseId: theCase.id });
  const withoutOwnRecipients = await overdueSnitch(theCase.id);
  const withOwnRecipients = await aSnitch({
    caseId: theCase.id,
    status: "healthy",
    deadline: tuesday,
    alertEmail: ["dba@example.com", "cto@example.com"],
  });

  await sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS);

  const addressesFor = async (snitchId: string) =>
    (await db.email.findMany({ where: { snitchId } })).map(({ address }) => address).sort();
  expect(await addressesFor(withoutOwnRecipients.id)).toEqual(["ops@example.com"]);
  expect(await addressesFor(withOwnRecipients.id)).toEqual(["cto@example.com", "dba@example.com"]);
});

test("a pause until a time ends at that time", async () => {
  const snitch = await aSnitch({
    status: "paused",
    pauseUntil: "time",
    pauseEndsAt: tuesday,
    statusBeforePause: "failed",
  });

  await sweepDeadlines(new Date(tuesday.getTime() - 1), NEVER_LOST_MS);
  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({ status: "paused" });
  await sweepDeadlines(tuesday, NEVER_LOST_MS);

  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({
    status: "failed",
    deadline: new Date("2026-03-12T00:00Z"),
    pausedAt: null,
  });
});

/** Adds this number of snitches to each of these cases, in turns. */
const addOverdue = (caseIds: string[], count: number, deadline: Date) =>
  query(
    `INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), gen_random_uuid(), 'Job ' || n, 'daily', 'healthy', $2, $2::timestamptz - interval '30 hours', c.id
     FROM generate_series(1, $3::int) n CROSS JOIN unnest($1::uuid[]) c(id) ORDER BY n`,
    [caseIds, deadline, count],
  );

test("two workers that sweep many batches at once alert of each snitch once, and give way after 500 at most", async () => {
  const caseIds = (await Promise.all(Array.from({ length: 5 }, () => aCase()))).map(({ id }) => id);
  await addOverdue(caseIds, 1_000, tuesday);

  const sweep = () => sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS);
  const [one, other] = await Promise.all([sweep(), sweep()]);

  expect(one + other).toBe(5_000);
  const alerted = await db.alert.groupBy({
    by: ["snitchId"],
    where: { caseId: { in: caseIds } },
    _count: true,
  });
  expect(alerted).toHaveLength(5_000);
  expect(alerted.filter(({ _count }) => _count !== 1)).toEqual([]);
  // Rows with the same `xmin` were written by one transaction.
  const batches = await query<{ n: number }>(
    "SELECT count(*)::int AS n FROM alerts WHERE case_id = ANY($1) GROUP BY xmin::text",
    [caseIds],
  );
  expect(Math.max(...batches.map(({ n }) => n))).toBeLessThanOrEqual(500);
  await db.case.deleteMany({ where: { id: { in: caseIds } } });
});

test("a sweep of many batches while others write alerts of each snitch once, and sends an address ten emails one by one", async () => {
  const first = await aCase();
  const others = await Promise.all(Array.from({ length: 4 }, () => aCase()));
  const otherIds = others.map(({ id }) => id);
  const caseIds = [first.id, ...otherIds];
  for (const caseId of caseIds) await aMember({ caseId });
  // One case fills a batch, and the others have snitches in all batches after it.
  await addOverdue([first.id], 2_000, after(tuesday, -60));
  await addOverdue(otherIds, 1_000, tuesday);

  let isSwept = false;
  const sweeping = sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS).finally(() => {
    isSwept = true;
  });
  while (!isSwept) await query("SELECT pg_current_xact_id(), pg_sleep(0.005)");

  expect(await sweeping).toBe(6_000);
  for (const caseId of caseIds) {
    const count = caseId === first.id ? 2_000 : 1_000;
    expect(await db.alert.count({ where: { caseId } })).toBe(count);
    expect(await db.email.count({ where: { caseId, heldFor: null } })).toBe(10);
    expect(await db.email.count({ where: { caseId, heldFor: "storm" } })).toBe(count - 10);
  }
  await db.case.deleteMany({ where: { id: { in: caseIds } } });
});
