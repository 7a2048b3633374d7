import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, pool } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/deadline-allowance";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { checkIn } from "@/lib/testing/continuous-jobs";
import { aCase, aSnitch } from "@/lib/testing/factories";
import { openFlakyConnection } from "@/lib/testing/flaky-connection";
import { type ServerProcess, startCheckInServer } from "@/lib/testing/server-process";

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
}, 60_000);
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

const soon = { timeout: 15_000, interval: 20 };

test("while a server's journal is not replayed, no check-in raises an alert; afterwards each real miss does", async () => {
  const theCase = await aCase();
  // Locks are taken in the order of ids, so a lock on this snitch blocks the replay of the journal.
  const first = await aSnitch({ caseId: theCase.id });
  const lastMoment = Date.now() + 3_000;
  const deadline = new Date(lastMoment - DEADLINE_ALLOWANCE_MS);
  const aJob = () => aSnitch({ caseId: theCase.id, status: "healthy", interval: "daily", deadline });
  const [inTime, late, failing] = [await aJob(), await aJob(), await aJob()];

  connection.become("cut");
  expect(await checkIn(`${disconnected?.url}/${first.token}`)).toBe(202);
  expect(await checkIn(`${disconnected?.url}/${inTime.token}`)).toBe(202);
  const blocker = await pool.connect();
  await blocker.query("BEGIN");
  await blocker.query("SELECT FROM snitches WHERE id = $1 FOR UPDATE", [first.id]);
  connection.become("sound");
  await vi.waitFor(async () => expect(await db.journal.count()).toBe(1), soon);
  await sleep(lastMoment + 100 - Date.now());
  const checkedInFrom = Date.now();
  for (const target of [inTime.token, late.token, `${failing.token}?s=1`, late.token])
    expect(await checkIn(`${connected?.url}/${target}`)).toBe(202);
  await sweep();

  expect(await db.alert.count()).toBe(0);
  expect(await db.checkIn.count({ where: { snitchId: late.id } })).toBe(2);

  await blocker.query("ROLLBACK");
  blocker.release();
  await vi.waitFor(async () => expect(await db.journal.count()).toBe(0), soon);
  await sweep();
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
}, 60_000);
