import { expect, test } from "vitest";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aWebhook, manySnitches } from "@/testing/factories";
import { seededRandom } from "@/testing/random-history";
import { FIRST_SEED } from "@/testing/runs";
import { recordCheckIn } from "./batcher";
import { record } from "./record";

const tuesday = new Date("2026-03-10T10:38:12.345Z");

const aCheckIn = (token: string, exitStatus: string, at: Date): CheckIn => ({
  id: newId(),
  token,
  at,
  exitStatus,
  message: `exit status ${exitStatus || 0} at ${at.toISOString()}`,
  method: "GET",
  address: "203.0.113.7",
  userAgent: "curl/8",
});

async function aCaseThatIsNotified() {
  const theCase = await aCase({ plan: "business" });
  await aMember({ caseId: theCase.id });
  await aWebhook({ caseId: theCase.id, url: "https://example.com/hook" });
  return theCase;
}

/** All that check-ins have changed, without ids. */
async function readOutcome(snitchId: string) {
  const snitch = await db.snitch.findUniqueOrThrow({
    where: { id: snitchId },
    omit: { id: true, token: true, checkInKey: true, caseId: true, createdAt: true, watchAt: true },
  });
  const alerts = await db.alert.findMany({
    where: { snitchId },
    orderBy: [{ at: "asc" }, { kind: "asc" }],
    omit: { id: true, snitchId: true, caseId: true, incidentId: true, facts: true, createdAt: true },
    include: {
      emails: { select: { kind: true, skipReason: true } },
      deliveries: { select: { event: true } },
    },
  });
  const incidents = await db.incident.findMany({
    where: { snitchId },
    // One follows the other, also within a millisecond.
    orderBy: [{ openedAt: "asc" }, { id: "asc" }],
    omit: { id: true, snitchId: true, caseId: true },
  });
  return { snitch, alerts, incidents };
}

test("deferred reports have the same outcome as those that are applied at once", async () => {
  const random = seededRandom(FIRST_SEED);
  const [applied, left] = [await aCaseThatIsNotified(), await aCaseThatIsNotified()];
  type Named = { id: string; token: string };
  const pairs: { one: Named; other: Named }[] = [];
  for (const given of [
    { status: "healthy" as const },
    { status: "pending" as const },
    { status: "paused" as const },
    { status: "healthy" as const, alertAfter: 2, recoverAfter: 2 },
  ]) {
    const [ones, others] = [
      await manySnitches(10, { ...given, caseId: applied.id }),
      await manySnitches(10, { ...given, caseId: left.id }),
    ];
    pairs.push(...ones.map((one, i) => ({ one, other: others[i] as Named })));
  }

  let at = tuesday.getTime();
  for (let round = 0; round < 5; round += 1) {
    at += random() < 0.3 ? 2 * DAY_MS : HOUR_MS;
    const minutes = Array.from({ length: 3 }, (_, minute) =>
      pairs.flatMap((pair) =>
        random() < 0.5 ? [] : [{ ...pair, minute, exitStatus: random() < 0.5 ? "1" : "" }],
      ),
    );
    const batch = (reports: (typeof minutes)[number], of: "one" | "other") =>
      reports.map((each) =>
        aCheckIn(each[of].token, each.exitStatus, new Date(at + each.minute * MINUTE_MS)),
      );
    for (const reports of minutes) await record(batch(reports, "one"), { replayed: false });
    // The last ones come when the rush is over. They follow those that are left.
    for (const [minute, reports] of minutes.entries())
      await record(batch(reports, "other"), { replayed: false, isRush: minute < 2 });
    expect(await db.snitch.count({ where: { deferredSince: { not: null } } })).toBeGreaterThan(10);
    await replayDeferred(NEVER_LOST_MS);
  }

  for (const { one, other } of pairs) expect(await readOutcome(other.id)).toEqual(await readOutcome(one.id));
});

test("the second of three errors that are left notifies of the first one, as if each was applied at once", async () => {
  const theCase = await aCaseThatIsNotified();
  // The first two are of one period. The third one would be notified of by a reminder.
  const rules = { alertAfter: 2, interval: "2_minute", remindEvery: 3_600 };
  const deadline = new Date(tuesday.getTime() + 2 * MINUTE_MS);
  const [applied, left] = await manySnitches(2, {
    ...rules,
    caseId: theCase.id,
    status: "healthy",
    deadline,
  });
  const reports = [0, 1, 2].map((minute) => new Date(tuesday.getTime() + minute * MINUTE_MS));
  const makeReports = (snitch = applied) => reports.map((at) => aCheckIn(snitch?.token ?? "", "1", at));

  for (const report of makeReports(applied)) await record([report], { replayed: false });
  await record(makeReports(left), { replayed: false, isRush: true });
  await replayDeferred(NEVER_LOST_MS);

  const outcome = await readOutcome(left?.id ?? "");
  expect(outcome).toEqual(await readOutcome(applied?.id ?? ""));
  expect(outcome.alerts.map(({ message, emails }) => [message, emails.length])).toEqual([
    [`exit status 1 at ${tuesday.toISOString()}`, 1],
    [`exit status 1 at ${reports[2]?.toISOString()}`, 0],
  ]);
});

test("reports of the same moment that are left have the same outcome as those that are applied one by one", async () => {
  const theCase = await aCaseThatIsNotified();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + 12; seed += 1) {
    const random = seededRandom(seed);
    const pick = <Value>(...values: Value[]) => values[Math.floor(random() * values.length)] as Value;
    const rules = {
      alertAfter: pick(1, 2, 2, 3),
      recoverAfter: pick(1, 2, 2),
      remindEvery: pick(null, 0, 3_600),
    };
    const [one, other] = await manySnitches(2, { ...rules, caseId: theCase.id, status: "healthy" });
    const stepMs = pick(0, 1, 20_000);
    let ms = tuesday.getTime();
    const reports = Array.from({ length: 8 }, () => {
      if (random() < 0.5) ms += stepMs;
      return { exitStatus: random() < 0.65 ? "1" : "", at: new Date(ms) };
    });
    const makeReports = (snitch = one) =>
      reports.map(({ exitStatus, at }, i) => ({
        ...aCheckIn(snitch?.token ?? "", exitStatus, at),
        message: `report ${i}`,
      }));
    for (const report of makeReports(one)) await record([report], { replayed: false });
    const left = makeReports(other);
    const first = pick(1, 3, 8);
    await record(left.slice(0, first), { replayed: false, isRush: random() < 0.7 });
    if (first < left.length) await record(left.slice(first), { replayed: false, isRush: true });
    await replayDeferred(NEVER_LOST_MS);

    const outcome = await readOutcome(one?.id ?? "");
    const hint = `seed ${seed}: ${reports.map(({ exitStatus, at }) => `${exitStatus || 0}@${at.getTime()}`).join(" ")}`;
    expect(await readOutcome(other?.id ?? ""), hint).toEqual(outcome);
    // Anyone who is said to be notified of a beginning was sent it.
    const notified = await db.incident.findMany({
      where: { snitchId: one?.id, notifiedAt: { not: null } },
      include: { alerts: { where: { kind: "errored", isNotified: true }, include: { emails: true } } },
    });
    for (const { alerts } of notified) expect(alerts[0]?.emails, hint).toHaveLength(1);
  }
}, 120_000);

test("an error that follows a success and another error within a millisecond is alerted, too", async () => {
  const theCase = await aCaseThatIsNotified();
  const [snitch] = await manySnitches(1, { caseId: theCase.id, status: "healthy" });
  for (const exitStatus of ["1", "", "2", ""])
    await record([aCheckIn(snitch?.token ?? "", exitStatus, tuesday)], { replayed: false });

  const { alerts, incidents } = await readOutcome(snitch?.id ?? "");
  expect(
    alerts.map(({ kind, exitStatus, at, emails }) => [
      kind,
      exitStatus,
      at.getTime() - tuesday.getTime(),
      emails.length,
    ]),
  ).toEqual([
    ["errored", "1", 0, 1],
    ["reporting", "", 0, 1],
    ["errored", "2", 1, 1],
    ["reporting", "", 1, 1],
  ]);
  expect(incidents).toHaveLength(2);
});

test("of hundreds of error reports at once, each is recorded at once and alerted once, and what follows it comes after it", async () => {
  const theCase = await aCaseThatIsNotified();
  const snitches = await manySnitches(400, { caseId: theCase.id, status: "healthy" });

  const results = await Promise.all(
    snitches.map(({ token }) => recordCheckIn(aCheckIn(token, "1", tuesday))),
  );
  expect(results.every(({ kind }) => kind === "recorded")).toBe(true);
  const ofCase = { snitch: { caseId: theCase.id } };
  expect(await db.checkIn.count({ where: ofCase })).toBe(400);
  expect(await db.alert.count({ where: ofCase })).toBeLessThan(300);
  const recovered = new Date(tuesday.getTime() + 1);
  for (const { token } of snitches.slice(0, 5)) await recordCheckIn(aCheckIn(token, "", recovered));
  await replayDeferred(NEVER_LOST_MS);

  const alerts = await db.alert.findMany({ where: ofCase, orderBy: { at: "asc" } });
  const kindsOf = (id: string) => alerts.flatMap(({ snitchId, kind }) => (snitchId === id ? [kind] : []));
  for (const [i, { id }] of snitches.entries())
    expect(kindsOf(id)).toEqual(i < 5 ? ["errored", "reporting"] : ["errored"]);
});

test("while the workers wait for a journal, error reports are applied at once", async () => {
  const theCase = await aCaseThatIsNotified();
  const [snitch] = await manySnitches(1, { caseId: theCase.id, status: "healthy" });
  const journal = await db.journal.create({
    data: { id: newId(), owner: "another server", since: tuesday, lastSeenAt: new Date() },
  });

  await record([aCheckIn(snitch?.token ?? "", "1", tuesday)], { replayed: false, isRush: true });

  expect(await db.alert.findMany({ where: { snitchId: snitch?.id } })).toMatchObject([{ kind: "errored" }]);
  await db.journal.delete({ where: { id: journal.id } });
});
