import { setTimeout as sleep } from "node:timers/promises";
import { ensureCase } from "@/lib/cases/operator";
import { createUser } from "@/lib/people/users/create";
import { pool } from "@/lib/platform/db";
import { queues } from "@/lib/platform/queue";
import { seed } from "@/prisma/seed";
import { aSessionCookie } from "@/testing/session-cookie";
import { ADA } from "./browser";
import { addSnitches, bystandersOf, type Meanwhile, measureBystanders } from "./bystanders";
import { buildToken } from "./load";
import { type Measured, median, ratioUnder, under } from "./measured";
import { runLoad } from "./rounds";
import { forkDetached, startCheckIn, startWeb } from "./servers";
import type { Work } from "./storm-work";

const BYSTANDERS = 120_000;
const REPORTS = 10_000;
/** Reports of one case, by so few connections that fewer wait at a time than make a rush of them all. */
const OF_ONE_CASE = { reports: 3_000, connections: 64 };
const DUE = 100_000;
const PLANNED = 5_000;
const LISTED = 10_000;
const ROUNDS = 3;
const QUIET_MS = 3_000;
const PAGES_MS = 4_000;

function print(name: string, { p50Ms, p99Ms, tookMs }: Meanwhile): void {
  const figures = [`p50 ${p50Ms.toFixed(1).padStart(5)} ms`, `p99 ${p99Ms.toFixed(1).padStart(5)} ms`];
  console.log(`${name.padEnd(24)} ${figures.join("   ")}   in ${(tookMs / 1_000).toFixed(1)} s`);
}

/** The text of a configuration file with many snitches. */
const buildPlan = (caseName: string) =>
  [
    "version: 1",
    `case: ${caseName}`,
    "snitches:",
    ...Array.from(
      { length: PLANNED },
      (_, n) => `  - key: planned-${n}\n    name: Planned ${n}\n    interval: daily`,
    ),
  ].join("\n");

/** Starts a process that works as a worker or the web process does, with their priority. */
function startWorking() {
  const child = forkDetached("bench/storm-work.ts");
  const work = (given: Work) =>
    new Promise<void>((resolve, reject) => {
      child.once("message", () => resolve());
      child.once("exit", () => reject(new Error(`The process ended during “${given.kind}”.`)));
      child.send(given);
    });
  return { work, stop: () => child.kill() };
}

async function requestPages(url: string, cookie: string): Promise<void> {
  for (const endsAt = Date.now() + PAGES_MS; Date.now() < endsAt; ) {
    const response = await fetch(url, { headers: { Cookie: cookie }, redirect: "manual" });
    if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
    await response.text();
  }
}

const countAlerts = async (): Promise<number> =>
  (await pool.query("SELECT count(*)::int AS count FROM alerts")).rows[0].count;

/** Measures how long check-ins of others take while many report errors at once, and while much other work is done. */
export async function bench(): Promise<Measured[]> {
  const firstOfOneCase = BYSTANDERS + ROUNDS * REPORTS;
  const firstDue = firstOfOneCase + ROUNDS * OF_ONE_CASE.reports;
  await addSnitches(firstDue + DUE, firstDue);
  await pool.query(
    "UPDATE snitches SET case_id = (SELECT id FROM cases LIMIT 1) WHERE token >= $1 AND token < $2",
    [buildToken(firstOfOneCase), buildToken(firstDue)],
  );
  await pool.query("VACUUM FULL ANALYZE snitches");
  const running = await startCheckIn();
  const working = startWorking();
  const inQuiet = bystandersOf(running, BYSTANDERS / 2);
  const bystanders = bystandersOf(running, BYSTANDERS / 2, BYSTANDERS / 2);
  const quiet: Meanwhile[] = [];
  const during: Meanwhile[] = [];
  const alerting: Meanwhile[] = [];
  const ofOneCase: Meanwhile[] = [];
  const perSecond: number[] = [];
  const report = async (first: number, reports: number, connections: number) => {
    const says = "s=1&m=disk+full";
    const load = { snitches: reports, first, says, requests: reports, connections };
    const measured = { ...load, warmUpMs: 0, measuredMs: 60_000 };
    return (await runLoad({ name: "error reports", running, load: measured, rounds: [] })).perSecond;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    // No bystander comes to its limit.
    await pool.query("UPDATE snitches SET counted_hour = NULL, counted_minute = NULL");
    quiet.push(await measureBystanders(inQuiet, () => sleep(QUIET_MS)));
    const first = BYSTANDERS + round * REPORTS;
    during.push(
      await measureBystanders(bystanders, async () => {
        perSecond.push(await report(first, REPORTS, 1_000));
      }),
    );
    // As a worker does that is woken when the last ones are recorded.
    alerting.push(await measureBystanders(bystanders, () => working.work({ kind: "alerts" })));
    const { reports, connections } = OF_ONE_CASE;
    ofOneCase.push(
      await measureBystanders(bystanders, async () => {
        await report(firstOfOneCase + round * reports, reports, connections);
      }),
    );
    alerting.push(await measureBystanders(bystanders, () => working.work({ kind: "alerts" })));
    const alerts = await countAlerts();
    if (alerts !== (round + 1) * (REPORTS + reports))
      throw new Error(`There are ${alerts} alerts after round ${round + 1}.`);
  }
  for (const each of quiet) print("quiet", each);
  for (const [i, each] of during.entries()) print(`${Math.round(perSecond[i] ?? 0)} errors a second`, each);
  for (const each of ofOneCase) print("errors of one case", each);
  for (const each of alerting) print("their alerts", each);
  const quietMs = median(quiet.map(({ p99Ms }) => p99Ms));

  await pool.query("UPDATE snitches SET deadline = now() - interval '5 minutes' WHERE token >= $1", [
    buildToken(firstDue),
  ]);
  await pool.query("VACUUM ANALYZE snitches");
  const sweeping = await measureBystanders(bystanders, () => working.work({ kind: "sweep" }));
  print("a sweep", sweeping);

  const { id: userId } = await createUser(ADA);
  const { id: caseId } = await ensureCase(userId, "Bench");
  const plan = { kind: "plan", caseId, text: buildPlan("Bench") } as const;
  const planning = await measureBystanders(bystanders, () => working.work(plan));
  print("a plan", planning);

  await seed(caseId, LISTED, new Date());
  const web = await startWeb();
  const cookie = await aSessionCookie(userId);
  const url = `http://127.0.0.1:${web.port}/${caseId}`;
  await requestPages(url, cookie);
  const showing = await measureBystanders(bystanders, () => requestPages(url, cookie));
  print("pages", showing);

  for (const each of [running, web, working]) await each.stop();
  await queues().close();
  await pool.end();
  const toQuiet = (what: string, p99Ms: number) =>
    ratioUnder(
      `storms: p99 of others during ${what}, to quiet`,
      p99Ms / quietMs,
      3,
      `${p99Ms.toFixed(0)} ms`,
    );
  const rate = median(perSecond);
  return [
    under(
      "storms: 10,000 error reports at once",
      (REPORTS / rate) * 1_000,
      2_500,
      `${Math.round(rate)} a second`,
    ),
    under(
      "storms: alerts of those that were left to the workers",
      Math.max(...alerting.map(({ tookMs }) => tookMs)),
      10_000,
    ),
    toQuiet("them", median(during.map(({ p99Ms }) => p99Ms))),
    toQuiet("errors of one case, at worst", Math.max(...ofOneCase.map(({ p99Ms }) => p99Ms))),
    toQuiet("their alerts", median(alerting.map(({ p99Ms }) => p99Ms))),
    toQuiet(`a sweep of ${DUE.toLocaleString("en")}`, sweeping.p99Ms),
    toQuiet(`a plan of ${PLANNED.toLocaleString("en")}`, planning.p99Ms),
    toQuiet(`pages of a case of ${LISTED.toLocaleString("en")}`, showing.p99Ms),
  ];
}
