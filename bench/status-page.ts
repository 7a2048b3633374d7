import { setTimeout as sleep } from "node:timers/promises";
import { OPERATOR } from "@/lib/audit/actor";
import { newPage } from "@/lib/pages/page-input";
import { addPage } from "@/lib/pages/save-page";
import { db, pool } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { buildToken } from "./load";
import { type Measured, ratioUnder, under } from "./measured";
import { runLoad } from "./rounds";
import { startWeb } from "./servers";

const COMPONENTS = 40;
const PER_SECOND = 500;
const MEASURED_MS = 20_000;
/** Postgres counts a statement up to a second after it. */
const COUNTED_AFTER_MS = 2_000;

/** How many transactions there have been. A statement that is in none is one. */
async function countTransactions(): Promise<number> {
  await sleep(COUNTED_AFTER_MS);
  const { rows } = await pool.query<{ count: string }>(
    "SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(rows[0]?.count);
}

/** Readers of a status page at one web process that takes nothing else. */
export async function bench(): Promise<Measured[]> {
  const { id: caseId } = await db.case.create({ data: { name: "Bench" } });
  const names = Array.from({ length: COMPONENTS }, (_, i) => `Job ${i + 1}`);
  const snitches = await Promise.all(names.map((name) => aSnitch({ caseId, name, status: "healthy" })));
  const components = snitches.map(({ name, token }) => ({ name, snitch: token }));
  const page = { slug: buildToken(0), title: "Bench", visibility: "public", groups: [{ components }] };
  await addPage(caseId, newPage.parse(page), OPERATOR);
  const running = await startWeb();
  const url = `http://127.0.0.1:${running.port}/status/${page.slug}`;
  for (let i = 0; i < 50; i++) await (await fetch(url)).text();

  const load = { prefix: "/status", snitches: 1, connections: 20, warmUpMs: 2_000, measuredMs: MEASURED_MS };
  const start = await countTransactions();
  await sleep(load.warmUpMs + MEASURED_MS);
  const before = await countTransactions();
  const read = await runLoad({
    name: "readers",
    running,
    load: { ...load, perSecond: PER_SECOND },
    rounds: [],
  });
  const after = await countTransactions();
  if (read.refused > 0) throw new Error(`${read.refused} readers were refused`);
  const fast = await runLoad({ name: "readers", running, load, rounds: [] });
  await running.stop();
  await pool.end();
  // As many as while nobody reads are those of the process itself.
  const statements = Math.max(0, after - before - (before - start));
  const detail = `${statements} more statements for ${read.accepted.toLocaleString("en")} readers`;
  return [
    ratioUnder("status: statements of Postgres for each reader", statements / read.accepted, 0.01, detail),
    under(
      `status: p99 at ${PER_SECOND} readers a second`,
      read.p99Ms,
      100,
      `at most ${Math.round(fast.perSecond).toLocaleString("en")} a second`,
    ),
  ];
}
