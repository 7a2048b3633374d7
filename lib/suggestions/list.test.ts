import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { listSnitches } from "@/lib/snitches/find";
import { countStale, listStale } from "@/lib/snitches/stale";
import { aCase, aSnitch } from "@/testing/factories";
import { findRemedy } from "./find-remedy";
import { listSuggestions } from "./list";

const now = new Date("2026-03-10T12:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const days = (count: number) => ago(count * DAY_MS);

const suggest = async (caseId: string) =>
  (await listSuggestions({ caseId }, now)).map(({ name, suggested }) => [name, suggested]);

test("missing for 21 days or pending for 14, a snitch may no longer be wanted, unless someone keeps it", async () => {
  const { id: caseId } = await aCase();
  const missing = { caseId, status: "failed", deadline: now } as const;
  const gone = await aSnitch({ ...missing, name: "Gone", missingSince: days(21) });
  await aSnitch({ ...missing, name: "Back soon", missingSince: new Date(days(21).getTime() + 1) });
  await aSnitch({ ...missing, name: "Kept", missingSince: days(90), silenced: ["stale"] });
  await aSnitch({ caseId, name: "Errs", status: "errored", missingSince: days(90), deadline: now });
  const never = await aSnitch({ caseId, name: "Never", createdAt: days(14) });
  await aSnitch({ caseId, name: "New", createdAt: new Date(days(14).getTime() + 1) });
  await aSnitch({ caseId: (await aCase()).id, name: "Other case", createdAt: days(90) });

  expect(await suggest(caseId)).toEqual([
    ["Gone", { kind: "stale", isPending: false, since: days(21) }],
    ["Never", { kind: "stale", isPending: true, since: days(14) }],
  ]);
  expect((await listStale(caseId, now, 1)).map(({ id }) => id)).toEqual([gone.id]);
  expect(await countStale(caseId, now)).toBe(2);
  expect((await listSnitches(caseId, { staleAt: now })).map(({ id }) => id).toSorted()).toEqual(
    [gone.id, never.id].toSorted(),
  );
  const scope = { tags: ["x"], tokens: [never.token] };
  expect(await listSnitches(caseId, { staleAt: now, scope })).toMatchObject([{ id: never.id }]);
});

/** Alerts of which each says that a snitch turned bad or good, an hour apart, the last one an hour ago. */
const addChanges = (caseId: string, snitchId: string, count: number, given: object = {}) =>
  db.alert.createMany({
    data: Array.from({ length: count }, (_, i) => ({
      caseId,
      snitchId,
      ...(i % 2 === 0
        ? ({ kind: "missing", from: "healthy", to: "failed" } as const)
        : ({ kind: "reporting", from: "failed", to: "healthy" } as const)),
      at: ago((count - i) * HOUR_MS),
      ...given,
    })),
  });

test("more than eight changes within a day that people notified of are too many", async () => {
  const { id: caseId } = await aCase();
  const healthy = { caseId, status: "healthy", deadline: now } as const;
  const flapping = await aSnitch({ ...healthy, name: "Flaps" });
  await addChanges(caseId, flapping.id, 9);
  const calm = await aSnitch({ ...healthy, name: "Calm" });
  await addChanges(caseId, calm.id, 8);
  const held = await aSnitch({ ...healthy, name: "Held back" });
  await addChanges(caseId, held.id, 9, { isNotified: false });
  const wrong = await aSnitch({ ...healthy, name: "Disproved" });
  await addChanges(caseId, wrong.id, 9, { disprovedAt: now });
  const dismissed = await aSnitch({ ...healthy, name: "Silenced", silenced: ["flaps"] });
  await addChanges(caseId, dismissed.id, 9);

  expect(await suggest(caseId)).toEqual([["Flaps", { kind: "flaps", changes: 9, remedy: null }]]);
  expect(await listSuggestions({ caseId, snitchId: calm.id }, now)).toEqual([]);
  expect(await listSuggestions({ caseId, snitchId: flapping.id }, now)).toHaveLength(1);
});

const addReports = (snitchId: string, times: Date[], given: object = {}) =>
  db.checkIn.createMany({
    data: times.map((at) => ({ snitchId, at, exitStatus: "", method: "GET", ...given })),
  });

const every = (ms: number, count: number) => Array.from({ length: count }, (_, i) => ago(i * ms + MINUTE_MS));

test("twice as many reports as the schedule says are too many, with the addresses that they come from", async () => {
  const { id: caseId } = await aCase();
  const hourly = {
    caseId,
    schedule: "0 * * * *",
    interval: "hourly",
    status: "healthy",
    deadline: now,
  } as const;
  const doubled = await aSnitch({ ...hourly, name: "Doubled" });
  await addReports(doubled.id, every(30 * MINUTE_MS, 47), { address: "192.0.2.7" });
  await addReports(doubled.id, [ago(5)], { address: "192.0.2.8", accepted: false });
  const once = await aSnitch({ ...hourly, name: "Once" });
  await addReports(once.id, every(HOUR_MS, 24));
  // Starts, what someone did by hand, and what is reported late say nothing about how often a job runs.
  await addReports(once.id, every(HOUR_MS, 24), { kind: "start" });
  await addReports(once.id, every(HOUR_MS, 24), { method: "" });
  await addReports(once.id, every(HOUR_MS, 24), { receivedAt: now });
  const dismissed = await aSnitch({ ...hourly, name: "Silenced", silenced: ["too_often"] });
  await addReports(dismissed.id, every(30 * MINUTE_MS, 48));

  expect(await suggest(caseId)).toEqual([
    ["Doubled", { kind: "too_often", reports: 48, expected: 24, hosts: ["192.0.2.7", "192.0.2.8"] }],
  ]);
});

test("runs of two hosts at once are too many, with these hosts, and one after another they are not", async () => {
  const { id: caseId } = await aCase();
  const daily = { caseId, status: "healthy", deadline: now } as const;
  const [both, apart] = [
    await aSnitch({ ...daily, name: "Both" }),
    await aSnitch({ ...daily, name: "Apart" }),
  ];
  const run = (snitchId: string, host: string, from: number, to: number | null) => ({
    snitchId,
    host,
    at: ago(from * MINUTE_MS),
    startedAt: ago(from * MINUTE_MS),
    endedAt: to === null ? null : ago(to * MINUTE_MS),
    outcome: to === null ? ("running" as const) : ("succeeded" as const),
  });
  await db.run.createMany({
    data: [
      run(both.id, "db1", 60, 30),
      run(both.id, "db2", 40, 20),
      run(both.id, "db3", 10, 5),
      run(apart.id, "db1", 60, 30),
      run(apart.id, "db2", 30, 20),
      // No one knows whether a run that never ended was still under way.
      run(apart.id, "db3", 70, null),
    ],
  });

  expect(await suggest(caseId)).toEqual([
    ["Both", { kind: "too_often", reports: null, expected: 0, hosts: ["db1", "db2"] }],
  ]);
});

/** A job of each half hour that reports this many minutes after its time. */
async function aLateJob(minutes: number[]) {
  const { id: caseId } = await aCase();
  const snitch = await aSnitch({
    caseId,
    schedule: "*/30 * * * *",
    interval: "30_minute",
    grace: 60,
    status: "healthy",
    deadline: now,
    createdAt: days(3),
  });
  const times = Array.from(
    { length: 47 },
    (_, i) => new Date(days(1).getTime() + (30 * (i + 1) + (minutes[i % minutes.length] ?? 0)) * MINUTE_MS),
  ).filter((at) => at < now);
  return { caseId, snitch, times };
}

test("of a job that is only late, the grace is found with which it would not have changed", async () => {
  const { caseId, snitch, times } = await aLateJob([0, 12]);
  await addReports(snitch.id, times);

  expect(await findRemedy(caseId, snitch.token, 46, now)).toEqual({
    attribute: "grace",
    value: 12 * 60,
    changes: 0,
  });
});

test("of a job that fails now and then, the number of failures is found, and of one that always does nothing", async () => {
  const { caseId, snitch, times } = await aLateJob([0]);
  await db.checkIn.createMany({
    data: times.map((at, i) => ({
      snitchId: snitch.id,
      at,
      exitStatus: i % 3 === 0 ? "1" : "",
      method: "GET",
    })),
  });
  expect(await findRemedy(caseId, snitch.token, 30, now)).toEqual({
    attribute: "alert_after",
    value: 2,
    changes: 0,
  });

  // Twelve bad ones in a row are not matter of a setting.
  const other = await aLateJob([0]);
  await db.checkIn.createMany({
    data: other.times.map((at, i) => ({
      snitchId: other.snitch.id,
      at,
      exitStatus: i % 26 < 13 ? "1" : "",
      method: "GET",
    })),
  });
  expect(await findRemedy(other.caseId, other.snitch.token, 4, now)).toBeNull();
  expect(await findRemedy((await aCase()).id, snitch.token, 30, now)).toBeNull();
});
