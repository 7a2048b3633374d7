import { expect, test } from "vitest";
import { addMaintenance } from "@/lib/maintenance/add";
import { nextSweepAt } from "@/lib/monitoring/next-sweep";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { personLink } from "@/lib/outbox/action-link";
import { db, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aMember, aSnitch } from "@/testing/factories";
import { oneLockWait } from "@/testing/lock-wait";
import { aCaseWith, by } from "@/testing/members";
import { acknowledgeIncident } from "./acknowledge";
import { saveSteps } from "./escalation-steps";
import { expireAcknowledgements } from "./expire-acknowledgements";

const tuesday = new Date("2026-03-10T00:00Z");
const after = (ms: number) => new Date(tuesday.getTime() + ms);
const KEY = {
  kind: "api_key",
  id: "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44",
  name: "CI",
  address: "",
  isFormerSecret: false,
} as const;

/** A missing snitch whose reminders come every two hours, and whose escalation notifies a boss after three. Ada took it at midnight. */
async function anAcknowledged(given: { expiresAfter?: number | null; actor?: typeof KEY } = {}) {
  const { caseId, ada, owner, boss } = await aCaseWith({ ada: "member", owner: "owner", boss: "member" });
  await db.case.update({
    where: { id: caseId },
    data: {
      ackExpiresAfter: given.expiresAfter === undefined ? 3_600 : given.expiresAfter,
      alertEmail: ada.email,
    },
  });
  await saveSteps(caseId, [{ afterMinutes: 180, channelIds: [], userIds: [boss.id], place: 0 }], ACTOR);
  const snitch = await aSnitch({
    caseId,
    status: "healthy",
    interval: "monthly",
    deadline: after(-HOUR_MS),
    remindEvery: 7_200,
  });
  await sweepDeadlines(tuesday, NEVER_LOST_MS);
  const { id } = await db.incident.findFirstOrThrow({ where: { snitchId: snitch.id } });
  await acknowledgeIncident(caseId, id, tuesday, given.actor ?? by(ada));
  const read = () => db.incident.findUniqueOrThrow({ where: { id } });
  const asked = async () =>
    (
      await db.email.findMany({ where: { caseId, kind: "acknowledgement_asked" }, orderBy: { id: "asc" } })
    ).map(({ address, facts }) => ({ address, url: (facts as { url: string }).url }));
  const alertsTo = async (address: string) =>
    (
      await db.email.findMany({
        where: { caseId, kind: "alert", address },
        include: { alert: true },
        orderBy: { id: "asc" },
      })
    ).map(({ alert, isEscalation }) => [alert?.isReminder, isEscalation]);
  return { caseId, ada, owner, boss, snitch, id, read, asked, alertsTo };
}

const sweep = (ms: number) => sweepDeadlines(after(ms), NEVER_LOST_MS);
const ASKED = HOUR_MS;
const ENDED = ASKED + 15 * MINUTE_MS;

test("who took it is asked once, and 15 minutes later reminders and escalation go on where they stood", async () => {
  const { caseId, ada, boss, snitch, id, read, asked, alertsTo } = await anAcknowledged();

  await sweep(ASKED - 1);
  expect(await asked()).toEqual([]);
  for (const ms of [ASKED, ASKED + 1, ENDED - 1]) await sweep(ms);
  expect(await asked()).toEqual([{ address: ada.email, url: personLink(id, ada.id, after(ASKED)) }]);
  expect(await read()).toMatchObject({ acknowledgedBy: ada.email, ackAskedAt: after(ASKED) });

  await sweep(ENDED);
  expect(await read()).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null, ackAskedAt: null });
  expect(await alertsTo(ada.email)).toEqual([[false, false]]);
  const events = await db.auditEvent.findMany({ where: { caseId, action: "snitch.unacknowledged" } });
  expect(events).toMatchObject([{ actorKind: "tattle", resourceId: snitch.token, at: after(ENDED) }]);

  await sweep(2 * HOUR_MS);
  expect(await alertsTo(ada.email)).toEqual([
    [false, false],
    [true, false],
  ]);
  await sweep(3 * HOUR_MS);
  expect(await alertsTo(boss.email)).toEqual([[true, true]]);
  expect(await asked()).toHaveLength(1);
});

test("the person who acts keeps it for as long again", async () => {
  const { caseId, ada, owner, id, read, asked } = await anAcknowledged();
  await sweep(ASKED);
  await acknowledgeIncident(caseId, id, after(ENDED - 1), by(owner));
  await acknowledgeIncident(caseId, id, after(ENDED - 1), by(ada));
  await sweep(ENDED + HOUR_MS - 2);
  expect(await read()).toMatchObject({
    acknowledgedBy: owner.email,
    acknowledgedAt: after(ENDED - 1),
    ackAskedAt: null,
  });
  await sweep(ENDED + HOUR_MS - 1);
  expect((await asked()).map(({ address }) => address)).toEqual([ada.email, owner.email]);
});

test("by a key, or by a person who has left or only reads now, the owners are asked", async () => {
  const byKey = await anAcknowledged({ actor: KEY });
  const left = await anAcknowledged();
  await db.member.deleteMany({ where: { userId: left.ada.id } });
  const reader = await anAcknowledged();
  await db.member.updateMany({ where: { userId: reader.ada.id }, data: { role: "viewer" } });
  const second = await aMember({ caseId: reader.caseId, role: "owner" });

  await expireAcknowledgements(after(ASKED));

  const addresses = async (of: typeof byKey) => (await of.asked()).map(({ address }) => address).sort();
  expect(await addresses(byKey)).toEqual([byKey.owner.email]);
  expect(await addresses(left)).toEqual([left.owner.email]);
  expect(await addresses(reader)).toEqual([reader.owner.email, second.email].sort());
});

test("several workers ask once and end it once, also long after both were due", async () => {
  const { caseId, asked, read } = await anAcknowledged();
  for (const ms of [DAY_MS, DAY_MS, DAY_MS + 15 * MINUTE_MS, DAY_MS + 15 * MINUTE_MS])
    await Promise.all(Array.from({ length: 4 }, () => expireAcknowledgements(after(ms))));
  expect(await asked()).toHaveLength(1);
  expect(await read()).toMatchObject({ acknowledgedAt: null });
  expect(await db.auditEvent.count({ where: { caseId, action: "snitch.unacknowledged" } })).toBe(1);
});

test("what holds the alerts holds this, too", async () => {
  const { caseId, id, asked, read } = await anAcknowledged();
  await addMaintenance(
    caseId,
    { name: "Move", note: "", all: true, starts_at: after(0), ends_at: after(2 * HOUR_MS) },
    ACTOR,
  );
  await sweep(ASKED);
  expect(await asked()).toEqual([]);
  await db.incident.update({ where: { id }, data: { snoozedUntil: after(4 * HOUR_MS) } });
  await sweep(2 * HOUR_MS);
  await sweep(4 * HOUR_MS - 1);
  expect(await asked()).toEqual([]);
  await sweep(4 * HOUR_MS);
  expect(await asked()).toHaveLength(1);
  expect(await read()).toMatchObject({ ackAskedAt: after(4 * HOUR_MS) });
});

test("where it never expires nothing is asked, and the sweep has nothing to wait for", async () => {
  await db.case.deleteMany();
  const { caseId, id, asked, read } = await anAcknowledged({ expiresAfter: null });
  // The next deadline of its snitch.
  expect(await nextSweepAt()).toEqual(new Date("2026-05-01T00:01Z"));
  await expireAcknowledgements(after(99 * DAY_MS));
  expect(await asked()).toEqual([]);
  expect(await read()).toMatchObject({ ackAskedAt: null });

  await db.case.update({ where: { id: caseId }, data: { ackExpiresAfter: 7_200, answerLinks: false } });
  expect(await nextSweepAt()).toEqual(after(2 * HOUR_MS));
  await expireAcknowledgements(after(2 * HOUR_MS));
  expect(await nextSweepAt()).toEqual(after(2 * HOUR_MS + 15 * MINUTE_MS));
  expect((await asked()).map(({ url }) => url)).toEqual([
    `${env.APP_URL}/${caseId}/incidents/${id}/acknowledge`,
  ]);
});

/** Starts a step and kills its connection, as the end of its worker does, where it is about to write to this table. */
async function killAt(table: "emails" | "audit_events", ms: number): Promise<void> {
  const blocker = await pool.connect();
  await blocker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const step = expireAcknowledgements(after(ms)).then(
    () => "done",
    () => "killed",
  );
  await oneLockWait();
  await blocker.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  expect(await step).toBe("killed");
  await blocker.query("ROLLBACK");
  blocker.release();
}

test("a worker that dies within a step has done nothing, and the next one does it once", async () => {
  const { caseId, asked, read } = await anAcknowledged();
  await killAt("emails", ASKED);
  expect(await asked()).toEqual([]);
  expect(await read()).toMatchObject({ ackAskedAt: null });
  await expireAcknowledgements(after(ASKED));
  expect(await asked()).toHaveLength(1);

  await killAt("audit_events", ENDED);
  expect(await read()).toMatchObject({ acknowledgedAt: tuesday, ackAskedAt: after(ASKED) });
  await expireAcknowledgements(after(ENDED));
  expect(await read()).toMatchObject({ acknowledgedAt: null });
  expect(await db.auditEvent.count({ where: { caseId, action: "snitch.unacknowledged" } })).toBe(1);
});
