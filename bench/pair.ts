import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pool } from "@/lib/platform/db";
import { buildDatabaseUrl, createDatabase } from "@/lib/platform/postgres-server";
import { addSnitches } from "./checkin";
import { checkOut, findLatestRelease } from "./checkout";
import { measureCpuMs } from "./cpu";
import type { LoadResult } from "./load";
import { atLeast, type Measured, median, ratioUnder } from "./measured";
import { type Contender, runRound } from "./rounds";
import { startCheckIn } from "./servers";

const SNITCHES = 20_000;
const CASES = 100;
const PAIRS = 10;
const REST_MS = 1_500;

/** One of the two commits, with a database and a check-in server of its own. */
type Side = { contender: Contender; database: pg.Pool; rounds: Round[] };
type Round = { perSecond: number; p99Ms: number; cpuUs: number };

async function startSide(name: string, databaseUrl: string, compiled?: string): Promise<Side> {
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await addSnitches(database, CASES, SNITCHES);
  const DATA_DIR = path.join(process.env.DATA_DIR ?? ".data", name);
  const running = await startCheckIn({ DATABASE_URL: databaseUrl, DATA_DIR }, compiled);
  const contender = { name, running, load: { snitches: SNITCHES, measuredMs: 5_000 }, rounds: [] };
  return { contender, database, rounds: [] };
}

/** One round on one side, which finds no work that an earlier one has left. */
async function measure({ contender, database, rounds }: Side): Promise<void> {
  // No snitch comes to its limit.
  await database.query("UPDATE snitches SET counted_hour = NULL, counted_minute = NULL");
  await database.query("VACUUM snitches");
  await database.query("CHECKPOINT");
  await sleep(REST_MS);
  const cpuMs = await measureCpuMs(() => runRound(contender), contender.running.pid);
  const { perSecond, p99Ms, accepted } = contender.rounds.at(-1) as LoadResult;
  const cpuUs = (1_000 * cpuMs) / accepted;
  console.log(`${"".padEnd(24)} ${cpuUs.toFixed(1)} µs of CPU time for each`);
  rounds.push({ perSecond, p99Ms, cpuUs });
}

/** Measures check-ins of this commit and of the latest release, or of the commit `AGAINST`, in turn. */
export async function bench(): Promise<Measured[]> {
  const { AGAINST } = process.env;
  const commit = AGAINST ?? (await findLatestRelease());
  if (!commit) {
    console.log("Left out: no release is tagged. AGAINST=<commit> names another commit.");
    await pool.end();
    return [];
  }
  const { compiled, migrate } = await checkOut(commit);
  const databaseUrl = process.env.DATABASE_URL ?? "";
  const otherUrl = buildDatabaseUrl(databaseUrl, "other");
  await createDatabase(databaseUrl, "other");
  await migrate(otherUrl);
  const ours = await startSide("this commit", databaseUrl);
  const theirs = await startSide(commit, otherUrl, compiled);
  const sides = [theirs, ours];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    // Neither of the two always comes after the other.
    for (const side of sides) await measure(side);
    sides.reverse();
  }
  for (const { contender, database } of sides) {
    await contender.running.stop();
    await database.end();
  }
  await pool.end();
  const ratio = (figure: keyof Round) =>
    median(ours.rounds.map((round, i) => round[figure] / (theirs.rounds[i]?.[figure] ?? Number.NaN)));
  const other = AGAINST ?? "the latest release";
  return [
    ratioUnder(`pair: CPU time of a check-in, to ${other}`, ratio("cpuUs"), 1.03, commit),
    atLeast(`pair: check-ins/s, to ${other}`, ratio("perSecond"), 0.97, commit),
    ratioUnder(`pair: p99 of check-ins, to ${other}`, ratio("p99Ms"), 1.1, commit),
  ];
}
