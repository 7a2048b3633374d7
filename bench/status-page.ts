import { setTimeout as sleep } from "node:timers/promises";
import { OPERATOR } from "@/lib/audit/actor";
import { newPage } from "@/lib/pages/page-input";
import { addPage } from "@/lib/pages/save-page";
import { db, pool } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { cpuMs } from "@/testing/processes";
import { buildToken } from "./load";
import { type Measured, ratioUnder, under } from "./measured";
import { runLoad } from "./rounds";
import { startWeb } from "./servers";

const COMPONENTS = 40;
const MEASURED_MS = 20_000;
/** So that 500 readers a second are at most half of two cores. */
const MAX_CPU_MS = 2;

/** How many transactions there have been, and when. A statement that is in none is one. */
async function countTransactions() {
  // Postgres counts a statement up to a second after it.
  await sleep(2_000);
  const { rows } = await pool.query<{ count: string }>(
    "SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()",
  );
  return { at: performance.now(), count: Number(rows[0]?.count) };
}

/** Readers of a status page at one web process that does nothing else. */
export async function bench(): Promise<Measured[]> {
  const { id: caseId } = await db.case.create({ data: { name: "Bench" } });
  const names = Array.from({ length: COMPONENTS }, (_, i) => `Job ${i + 1}`);
  const snitches = await Promise.all(names.map((name) => aSnitch({ caseId, name, status: "healthy" })));
  const components = snitches.map(({ name, token }) => ({ name, snitch: token }));
  const page = { slug: buildToken(0), title: "Bench", visibility: "public", groups: [{ components }] };
  await addPage(caseId, newPage.parse(page), OPERATOR);
  const running = await startWeb();
  const load = { prefix: "/status", snitches: 1, connections: 20, warmUpMs: 2_000, measuredMs: MEASURED_MS };
  const read = () => runLoad({ name: "readers", running, load, rounds: [] });
  await read();

  const start = await countTransactions();
  await sleep(MEASURED_MS);
  const before = await countTransactions();
  const cpuBefore = cpuMs(running);
  const { accepted, refused, perSecond } = await read();
  const cpu = cpuMs(running) - cpuBefore;
  const after = await countTransactions();
  await running.stop();
  await pool.end();
  if (refused > 0) throw new Error(`${refused} readers were refused`);
  // The process has some of its own, also while nobody reads.
  const own = ((before.count - start.count) / (before.at - start.at)) * (after.at - before.at);
  const statements = Math.max(0, after.count - before.count - own);
  const readers = `${accepted.toLocaleString("en")} readers`;
  return [
    ratioUnder(
      "status: statements of Postgres for each reader",
      statements / accepted,
      0.01,
      `${Math.round(statements)} for ${readers}`,
    ),
    under(
      "status: CPU time of the web process for each reader",
      cpu / accepted,
      MAX_CPU_MS,
      `${Math.round(perSecond).toLocaleString("en")} a second`,
    ),
  ];
}
