import { setTimeout as sleep } from "node:timers/promises";
import { OPERATOR } from "@/lib/audit/record";
import { db, pool } from "@/lib/platform/db";
import { newPage } from "@/lib/status-pages/page-input";
import { addPage } from "@/lib/status-pages/save-page";
import { aSnitch } from "@/testing/factories";
import { cpuMs } from "@/testing/processes";
import { buildToken, type Load } from "./load";
import { type Measured, ratioUnder } from "./measured";
import { runLoad } from "./rounds";
import { startWeb } from "./servers";

const COMPONENTS = 40;
const MEASURED_MS = 20_000;
/** However many readers there are: a page is computed every 15 seconds, and when something changed. */
const MAX_STATEMENTS = 2;
/** To read a page may take this many times the CPU time of hearing that there is none. */
const MAX_RATIO = 4;

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
  const input = { slug: buildToken(0), title: "Bench", visibility: "public", groups: [{ components }] };
  await addPage(caseId, newPage.parse(input), OPERATOR);
  const running = await startWeb();
  const load = { prefix: "/status", snitches: 1, connections: 16, warmUpMs: 2_000, measuredMs: MEASURED_MS };
  const measure = async (others: Partial<Load>) => {
    const before = cpuMs(running);
    const result = await runLoad({ name: "readers", running, load: { ...load, ...others }, rounds: [] });
    const requests = result.accepted + result.refused;
    return { ...result, requests, cpuMs: (cpuMs(running) - before) / requests };
  };
  const page = { unzips: true };
  // No page has the next number.
  const none = { first: 1 };
  await measure(page);
  await measure(none);

  const start = await countTransactions();
  const empty = await measure(none);
  const before = await countTransactions();
  const read = await measure(page);
  const after = await countTransactions();
  await running.stop();
  await pool.end();
  if (read.refused > 0) throw new Error(`${read.refused} readers were refused`);
  // The process has some of its own, also while no one reads.
  const own = ((before.count - start.count) / (before.at - start.at)) * (after.at - before.at);
  const statements = Math.max(0, after.count - before.count - own);
  const perSecond = (1_000 * statements) / (after.at - before.at);
  const seen = `${read.cpuMs.toFixed(2)} to ${empty.cpuMs.toFixed(2)} ms, ${Math.round(read.perSecond).toLocaleString("en")} a second`;
  return [
    {
      what: "status: statements of Postgres because of readers",
      detail: `${read.requests.toLocaleString("en")} readers`,
      seen: `${perSecond.toFixed(2)} a second`,
      goal: `under ${MAX_STATEMENTS} a second`,
      isMet: perSecond < MAX_STATEMENTS,
      figure: null,
    },
    ratioUnder(
      "status: CPU time of the web process for each reader",
      read.cpuMs / empty.cpuMs,
      MAX_RATIO,
      seen,
    ),
  ];
}
