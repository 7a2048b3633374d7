import { expect, test } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { db, pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aSnitch } from "@/testing/factories";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:01Z");

const aJournal = (lastSeenMinutesAgo: number) =>
  pool.query(
    `INSERT INTO journals (id, owner, since, last_seen_at) VALUES ($1, 'host 1', now(), now() - $2 * interval '1 minute')`,
    [newId(), lastSeenMinutesAgo],
  );
const untilHealthy = { until: "healthy", endsAt: null } as const;
const anOverdueSnitch = () => aSnitch({ status: "healthy", deadline: tuesday });

test("while a journal is pending, no snitch is marked missing", async () => {
  await anOverdueSnitch();
  await aJournal(9);

  expect(await sweepDeadlines(wednesday, NEVER_LOST_MS)).toBe(0);

  await db.journal.deleteMany();
  expect(await sweepDeadlines(wednesday, NEVER_LOST_MS)).toBe(1);
});

test("a journal whose process has not reported for ten minutes is given up", async () => {
  await anOverdueSnitch();
  await aJournal(11);

  expect(await sweepDeadlines(wednesday, NEVER_LOST_MS)).toBe(1);
  expect(await db.journal.count()).toBe(0);
});

test("after an outage of the database, check-in servers have 30 seconds to register their journals", async () => {
  await anOverdueSnitch();

  expect(await sweepDeadlines(wednesday, 29_000)).toBe(0);
  expect(await sweepDeadlines(wednesday, 31_000)).toBe(1);
});

test("while a journal is pending, only changes that would apply a miss are refused", async () => {
  const overdue = await anOverdueSnitch();
  const current = await aSnitch({ status: "healthy", deadline: wednesday });
  await aJournal(0);

  await expect(
    pauseSnitch(overdue.caseId, overdue.token, untilHealthy, wednesday, ACTOR),
  ).rejects.toMatchObject({
    type: "service_unavailable",
  });
  await updateSnitch(overdue.caseId, overdue.token, { name: "Renamed" }, wednesday, ACTOR, WHOLE_CASE);
  await pauseSnitch(current.caseId, current.token, untilHealthy, wednesday, ACTOR);
  expect(await db.alert.count({ where: { kind: "missing", snitchId: overdue.id } })).toBe(0);

  await db.journal.deleteMany();
  await pauseSnitch(overdue.caseId, overdue.token, untilHealthy, wednesday, ACTOR);
  const alerts = await db.alert.findMany({ where: { snitchId: overdue.id }, orderBy: { at: "asc" } });
  expect(alerts.map(({ kind, at }) => [kind, at])).toEqual([
    ["missing", tuesday],
    ["paused", wednesday],
  ]);
});

test("a process knows that it lost a connection", async () => {
  const [one, other] = [await pool.connect(), await pool.connect()];
  const lost = new Promise((resolve) => other.once("end", resolve));
  const { rows } = await other.query("SELECT pg_backend_pid() AS pid");
  expect(msSinceConnectionLost()).toBe(Number.POSITIVE_INFINITY);

  await one.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
  await lost;
  other.release(true);
  one.release();

  expect(msSinceConnectionLost()).not.toBe(Number.POSITIVE_INFINITY);
});
