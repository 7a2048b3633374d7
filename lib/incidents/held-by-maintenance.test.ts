import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { loadDeliveries } from "@/lib/delivery/load";
import { changeMaintenance } from "@/lib/maintenance/change";
import { endMaintenance } from "@/lib/maintenance/end";
import { removeMaintenance } from "@/lib/maintenance/remove";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { acknowledgeIncident } from "./acknowledge";
import { snoozeIncident } from "./snooze";

const start = Date.UTC(2026, 2, 10, 12);
const at = (minute: number) => new Date(start + minute * MINUTE_MS);
const sweep = (minute: number) => sweepDeadlines(at(minute), NEVER_LOST_MS);

const sweepMinutes = async (from: number, to: number) => {
  for (let minute = from; minute <= to; minute += 1) await sweep(minute);
};

type Covered = Awaited<ReturnType<typeof aCoveredJob>>;

/** A job that is due every ten minutes, from minute 10 on, in maintenance from minute 1 to 25. */
async function aCoveredJob() {
  const { id: caseId } = await aCase({ plan: "business" });
  await aMember({ caseId });
  const schedule = { interval: "10_minute", deadline: at(10), checkedInAt: at(-5) } as const;
  const { id, token } = await aSnitch({ caseId, status: "healthy", remindEvery: 0, ...schedule });
  const planned = { caseId, name: "Upgrade", coversAll: true };
  const maintenance = await db.maintenance.create({ data: { ...planned, startsAt: at(1), endsAt: at(25) } });
  const plan = (from: number, to: number) =>
    db.maintenance.create({ data: { ...planned, startsAt: at(from), endsAt: at(to) } });
  const incidentId = async () =>
    (await db.incident.findFirstOrThrow({ where: { snitchId: id, closedAt: null } })).id;
  return { id, caseId, token, maintenanceId: maintenance.id, plan, incidentId };
}

const report = (token: string, minute: number, exitStatus = "0") =>
  recordCheckIn({ ...PLAIN_CHECK_IN, token, at: at(minute), exitStatus });

/** The emailed alerts of a snitch, each with the minute at which it happened. */
async function notified(snitchId: string): Promise<string[]> {
  const emails = await db.email.findMany({
    where: { snitchId },
    include: { alert: true },
    orderBy: { id: "asc" },
  });
  return emails.map(({ alert }) => `${alert?.kind} ${((alert?.at.getTime() ?? 0) - start) / MINUTE_MS}`);
}

test("a miss and an error are sent at the minute in which it ends, and once", async () => {
  const [missing, failing] = [await aCoveredJob(), await aCoveredJob()];
  await report(failing.token, 2, "1");
  await sweepMinutes(3, 24);
  expect([await notified(missing.id), await notified(failing.id)]).toEqual([[], []]);

  await Promise.all([sweep(25), sweep(25), sweep(25)]);
  expect(await notified(missing.id)).toEqual(["missing 20"]);
  expect(await notified(failing.id)).toEqual(["missing 20"]);
  expect(await db.incident.findUniqueOrThrow({ where: { id: await missing.incidentId() } })).toMatchObject({
    openedAt: at(10),
    notifiedAt: at(25),
    hold: null,
  });

  await sweepMinutes(26, 60);
  expect(await notified(missing.id)).toEqual(["missing 20"]);
});

test("what was held keeps that it happened during maintenance", async () => {
  const { id } = await aCoveredJob();
  await sweepMinutes(3, 42);
  const alerts = await db.alert.findMany({ where: { snitchId: id }, orderBy: { at: "asc" } });
  expect(alerts.map(({ isExcused, isNotified }) => [isExcused, isNotified])).toEqual([
    [true, false],
    [true, true],
    [false, false],
    [false, false],
  ]);
});

test("programs get the same messages as of any other hold", async () => {
  const { caseId, token } = await aCoveredJob();
  await aWebhook({ caseId, url: "https://example.com/hook" });
  await sweepMinutes(3, 26);
  await report(token, 27);
  const deliveries = await db.delivery.findMany({ where: { channel: { caseId } }, orderBy: { id: "asc" } });
  const alerts = await Promise.all(
    deliveries.map(async ({ id }) => (await loadDeliveries([id]))[0]?.row.alert),
  );
  expect(alerts.map((alert) => [alert?.kind, alert?.from, alert?.to])).toEqual([
    ["missing", "healthy", "failed"],
    ["reporting", "failed", "healthy"],
  ]);
});

/** What happens at minute 15, after the miss of minute 10 and before that of 20, and what is sent by minutes 24 and 25. */
test.each<[string, (job: Covered) => Promise<unknown>, string[], string[]]>([
  ["it recovers", ({ token }) => report(token, 15), [], []],
  [
    "it is acknowledged",
    async ({ caseId, incidentId }) => acknowledgeIncident(caseId, await incidentId(), at(15), ACTOR),
    [],
    [],
  ],
  [
    "it is snoozed for longer",
    async ({ caseId, incidentId }) => snoozeIncident(caseId, await incidentId(), at(50), at(15), ACTOR),
    [],
    [],
  ],
  [
    "it is paused",
    ({ caseId, token }) => pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, at(15), ACTOR),
    [],
    [],
  ],
  [
    "it is removed",
    ({ caseId, maintenanceId }) => removeMaintenance(caseId, maintenanceId, at(15), ACTOR),
    ["missing 10"],
    ["missing 10"],
  ],
  [
    "it is ended",
    ({ caseId, maintenanceId }) => endMaintenance(caseId, maintenanceId, at(15), ACTOR),
    ["missing 10"],
    ["missing 10"],
  ],
  [
    "it is shortened",
    ({ caseId, maintenanceId }) =>
      changeMaintenance(caseId, maintenanceId, { starts_at: at(1), ends_at: at(18) }, at(15), ACTOR),
    ["missing 10"],
    ["missing 10"],
  ],
  ["another one overlaps", ({ plan }) => plan(20, 40), [], []],
  ["another one follows at once", ({ plan }) => plan(25, 40), [], []],
])("%s meanwhile", async (_, meanwhile, before, after) => {
  const job = await aCoveredJob();
  await sweepMinutes(3, 14);
  await meanwhile(job);
  if (before.length === 0) await sweepMinutes(15, 24);
  else await sweepMinutes(15, 19);
  expect(await notified(job.id)).toEqual(before);
  await sweep(25);
  expect((await notified(job.id)).slice(0, after.length)).toEqual(after);
  expect((await notified(job.id)).length).toBe(after.length);
});

test("windows that overlap or touch hold it until the last of them ends", async () => {
  const { id, plan } = await aCoveredJob();
  await plan(20, 28);
  await plan(28, 33);
  await sweepMinutes(3, 32);
  expect(await notified(id)).toEqual([]);
  await sweep(33);
  expect(await notified(id)).toEqual(["missing 30"]);
});

test("if no worker runs when it ends, a recovery comes after what it ends, and a miss replaces both", async () => {
  const [recovered, missing, inside] = [await aCoveredJob(), await aCoveredJob(), await aCoveredJob()];
  await sweepMinutes(3, 22);
  await report(inside.token, 24);
  await report(recovered.token, 27);
  expect(await notified(recovered.id)).toEqual(["missing 20", "reporting 27"]);

  await Promise.all([sweep(35), sweep(35)]);
  await sweep(36);
  expect(await notified(recovered.id)).toEqual(["missing 20", "reporting 27"]);
  expect(await notified(missing.id)).toEqual(["missing 30"]);
  expect(await notified(inside.id)).toEqual([]);
});
