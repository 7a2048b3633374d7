import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { NEVER_LOST_MS } from "@/testing/connection";
import { checkIn } from "@/testing/continuous-jobs";
import { eventually } from "@/testing/eventually";
import { aCase, aSnitch } from "@/testing/factories";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { type ServerProcess, startCheckInServer } from "@/testing/server-process";

const DATA = path.resolve(".data", "test", `deferred-${process.pid}`);
const databaseUrl = process.env.DATABASE_URL ?? "";
const connection = await openFlakyConnection(databaseUrl);
let [disconnected, connected]: ServerProcess[] = [];

beforeAll(async () => {
  disconnected = await startCheckInServer({
    databaseUrl: connection.url,
    dataDir: path.join(DATA, "disconnected"),
  });
  connected = await startCheckInServer({ databaseUrl, dataDir: path.join(DATA, "connected") });
});
afterAll(async () => {
  await Promise.all([disconnected, connected].map((server) => server?.signal("SIGTERM")));
  await rm(DATA, { recursive: true, force: true });
});

const listAlerts = async (snitchId: string) =>
  (await db.alert.findMany({ where: { snitchId }, orderBy: { at: "asc" } })).map(({ kind, from, at }) => ({
    kind,
    from,
    at,
  }));

async function sweep() {
  await replayDeferred(NEVER_LOST_MS);
  await sweepDeadlines(new Date(), NEVER_LOST_MS);
}

test("while a server's journal is not replayed, no check-in raises an alert; afterwards each real miss does", async () => {
  const theCase = await aCase();
  // Locks are taken in the order of ids, so a lock on this snitch blocks the replay of the journal.
  const first = await aSnitch({ caseId: theCase.id });
  const tomorrow = new Date(Date.now() + DAY_MS);
  const aJob = () =>
    aSnitch({ caseId: theCase.id, status: "healthy", interval: "daily", deadline: tomorrow });
  const [inTime, late, failing] = [await aJob(), await aJob(), await aJob()];

  connection.become("cut");
  expect(await checkIn(`${disconnected?.url}/${first.token}`)).toBe(202);
  expect(await checkIn(`${disconnected?.url}/${inTime.token}`)).toBe(202);
  const blocker = await pool.connect();
  await blocker.query("BEGIN");
  await blocker.query("SELECT FROM snitches WHERE id = $1 FOR UPDATE", [first.id]);
  connection.become("sound");
  await eventually(async () => expect(await db.journal.count()).toBe(1));
  const checkedInFrom = Date.now();
  // Their last moment has just passed: those that have checked in were in time.
  const deadline = new Date(checkedInFrom - 1 - DEADLINE_ALLOWANCE_MS);
  await db.snitch.updateMany({ where: { caseId: theCase.id, status: "healthy" }, data: { deadline } });
  for (const target of [inTime.token, late.token, `${failing.token}?s=1`, late.token])
    expect(await checkIn(`${connected?.url}/${target}`)).toBe(202);
  await sweep();

  expect(await db.alert.count()).toBe(0);
  expect(await db.checkIn.count({ where: { snitchId: late.id } })).toBe(2);

  await blocker.query("ROLLBACK");
  blocker.release();
  await eventually(async () => {
    await sweep();
    expect(await db.journal.count()).toBe(0);
    expect(await db.snitch.count({ where: { caseId: theCase.id, deferredSince: { not: null } } })).toBe(0);
  });
  await sweep();

  expect(await listAlerts(inTime.id)).toEqual([]);
  const missing = { kind: "missing", from: "healthy", at: deadline };
  const [miss, recovery, ...more] = await listAlerts(late.id);
  expect([miss, recovery?.kind, recovery?.from, more]).toEqual([missing, "reporting", "failed", []]);
  expect(recovery?.at.getTime()).toBeGreaterThanOrEqual(checkedInFrom);
  const [otherMiss, error, ...rest] = await listAlerts(failing.id);
  expect([otherMiss, error?.kind, error?.from, rest]).toEqual([missing, "errored", "failed", []]);
  for (const [{ id }, status] of [
    [inTime, "healthy"],
    [late, "healthy"],
    [failing, "errored"],
  ] as const)
    expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ status, deferredSince: null });
});
