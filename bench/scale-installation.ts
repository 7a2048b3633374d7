import { statSync } from "node:fs";
import path from "node:path";
import { openFolder } from "@/lib/backups/folder";
import { createBackup } from "@/lib/backups/make";
import { ensureCase } from "@/lib/cases/operator";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { createPartitions, dropOldPartitions } from "@/lib/partitions/maintain";
import { monthOf } from "@/lib/partitions/months";
import { pool } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/deadline-allowance";
import { retentionStart } from "@/lib/rules/retention";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { createUser } from "@/lib/users/create";
import { addManySnitches } from "@/prisma/seed/many-snitches";
import { ADA } from "./browser";
import { addCases } from "./cases";

/** How many snitches of other cases there are, and how many check-ins of theirs in 24 months. */
export type Size = { snitches: number; checkIns: number };

/** The case of the account that signs in, and the token of a snitch with two years of hourly check-ins. */
export type Filled = { caseId: string; token: string };

export type Backup = { tookMs: number; bytes: number; memory: number };

const CASES = 1_000;
const LISTED = 2_000;
const MONTHS = 24;

async function fill({ snitches, checkIns }: Size): Promise<Filled> {
  const now = new Date();
  await createPartitions(now, monthOf(now, -MONTHS));
  await addCases(CASES);
  await pool.query(
    `INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), lpad(to_hex(n), 16, '0'), 'Job ' || n, 'daily', 'healthy', now() + interval '2 days', now() - interval '20 hours', numbered.id
     FROM generate_series(0, $1::int - 1) n
     JOIN (SELECT id, row_number() OVER () AS position FROM cases) numbered ON position = n % ${CASES} + 1`,
    [snitches],
  );
  await addHistory(snitches, checkIns, now);
  const filled = await addOwnCase(now);
  await pool.query("VACUUM ANALYZE");
  return filled;
}

/** Check-ins of all snitches in turn, month by month as they would have arrived. */
async function addHistory(snitches: number, checkIns: number, now: Date): Promise<void> {
  const inMonth = Math.ceil(checkIns / MONTHS);
  const client = await pool.connect();
  // Each row names a snitch that exists, and looking that up would take most of the time.
  await client.query("SET session_replication_role = replica");
  await client.query(
    "CREATE TEMP TABLE numbered AS SELECT id, row_number() OVER (ORDER BY token) - 1 AS position FROM snitches",
  );
  await client.query("ANALYZE numbered");
  for (let ago = MONTHS; ago > 0; ago -= 1) {
    await client.query(
      `INSERT INTO check_ins (id, snitch_id, at, exit_status, method, address, user_agent)
       SELECT new_id(), ids.id, $1::timestamptz + ($2::timestamptz - $1) * (n::float8 / $3), '0', 'GET', '203.0.113.9', 'curl/8.5.0'
       FROM generate_series(0, $3::int - 1) n
       JOIN numbered ids ON position = (n::bigint * 76543 + $4) % $5
       ORDER BY n`,
      [monthOf(now, -ago), monthOf(now, 1 - ago), inMonth, ago, snitches],
    );
  }
  client.release(true);
}

async function addOwnCase(now: Date): Promise<Filled> {
  const { id: userId } = await createUser(ADA);
  const { id: caseId } = await ensureCase(userId, "Bench");
  await addManySnitches(caseId, LISTED, now);
  const { rows } = await pool.query<{ id: string; token: string }>(
    "SELECT id, token FROM snitches WHERE case_id = $1 AND interval = 'hourly' AND status = 'healthy' LIMIT 1",
    [caseId],
  );
  const [{ id, token } = { id: "", token: "" }] = rows;
  await pool.query(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status, method)
     SELECT new_id(), $1, at, '0', 'GET' FROM generate_series($2::timestamptz, $3::timestamptz - interval '20 hours', interval '1 hour') at`,
    [id, retentionStart(now), now],
  );
  return { caseId, token };
}

/** Makes this many snitches due, and returns for how many milliseconds a sweep is busy with them. */
async function sweep(first: number, due: number): Promise<number> {
  const now = new Date();
  await pool.query(
    `UPDATE snitches SET deadline = $1 WHERE token IN (
       SELECT lpad(to_hex(n), 16, '0') FROM generate_series($2::int, $2 + $3 - 1) n)`,
    [new Date(now.getTime() - DEADLINE_ALLOWANCE_MS), first, due],
  );
  const startedAt = performance.now();
  const swept = await sweepDeadlines(now, NEVER_LOST_MS);
  const tookMs = performance.now() - startedAt;
  if (swept < due) throw new Error(`The sweep changed ${swept} snitches, but ${due} were due`);
  return tookMs;
}

/** Drops the oldest month, as on the first day after its two years. Returns the milliseconds. */
async function dropMonth(): Promise<number> {
  const now = new Date();
  await pool.query("SELECT 1");
  const count = async () =>
    Number(
      (await pool.query("SELECT count(*) AS n FROM pg_inherits WHERE inhparent = 'check_ins'::regclass"))
        .rows[0].n,
    );
  const before = await count();
  const startedAt = performance.now();
  await dropOldPartitions(monthOf(now, 1));
  const tookMs = performance.now() - startedAt;
  if ((await count()) !== before - 1) throw new Error("Not one month was dropped");
  return tookMs;
}

/** How many check-ins came from the load. */
async function countNew(): Promise<number> {
  const { rows } = await pool.query("SELECT count(*) AS n FROM check_ins WHERE accepted AND message <> ''");
  return Number(rows[0].n);
}

async function backUp(folder: string): Promise<Backup> {
  const startedAt = performance.now();
  const name = await createBackup(openFolder(folder), new Date());
  const tookMs = performance.now() - startedAt;
  const { maxRSS } = process.resourceUsage();
  return { tookMs, bytes: statSync(path.join(folder, name)).size, memory: maxRSS * 1_024 };
}

const COMMANDS: Record<string, (...args: never[]) => Promise<unknown>> = {
  ...{ fill, sweep, dropMonth, countNew, backUp },
};

process.once("message", async ({ command, args }: { command: string; args: never[] }) => {
  process.send?.(await COMMANDS[command]?.(...args));
});
