import { fork } from "node:child_process";
import path from "node:path";
import type { Page } from "@playwright/test";
import { pool } from "@/lib/platform/db";
import { onShutdown } from "@/scripts/shutdown.mjs";
import { openBrowser, signIn } from "./browser";
import { prepareDatabase } from "./database";
import { MB, type Measured, median, ratioUnder, under } from "./measured";
import { acceptedOf, best, type Contender, runRound, sendLoad } from "./rounds";
import type { Backup, Filled, Size } from "./scale-installation";
import { startCheckIn, startWeb } from "./servers";

const SMALL: Size = { snitches: 50_000, checkIns: 1_000_000 };
const LARGE: Size = { snitches: 1_000_000, checkIns: 20_000_000 };
const ROUNDS = 5;
const DUE = 1_000;
const REQUESTS = 30;
const MAX_RATIO = 1.15;

/** An installation with its own database on the Postgres that all share. */
type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Runs one command on a database in a process of its own, because each process knows one database. */
function runIn<Result>(databaseUrl: string, command: string, ...args: unknown[]): Promise<Result> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const child = fork("bench/scale-installation.ts", { execArgv: ["--import", "tsx"], env });
  child.send({ command, args });
  return new Promise<Result>((resolve, reject) => {
    child.once("message", (result) => resolve(result as Result));
    child.once("error", reject).once("exit", () => reject(new Error(`${command} ended early.`)));
  }).finally(() => child.kill());
}

async function openInstallation(name: string, databaseUrl: string, size: Size, page: Page) {
  console.log(`Filling ${name}…`);
  const { caseId, token } = await runIn<Filled>(databaseUrl, "fill", size);
  const checkIn = await startCheckIn({ DATABASE_URL: databaseUrl });
  const web = await startWeb({ DATABASE_URL: databaseUrl });
  const appUrl = `http://localhost:${web.port}`;
  await signIn(page, appUrl);
  const load: Contender = { name, running: checkIn, load: { snitches: size.snitches }, rounds: [] };
  return {
    ...{ name, databaseUrl, page, load },
    list: `${appUrl}/${caseId}`,
    snitch: `${appUrl}/${caseId}/snitches/${token}`,
    timings: { list: [] as number[], snitch: [] as number[], sweep: [] as number[] },
    stop: () => Promise.all([checkIn.stop(), web.stop()]),
  };
}

async function pageMs(page: Page, url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await page.request.get(url);
  await response.body();
  if (response.status() !== 200) throw new Error(`${url} returned ${response.status()}`);
  return performance.now() - startedAt;
}

/** Measures both in turns, so that other work on the machine affects both. */
async function measureRounds(both: Installation[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) for (const { load } of both) await runRound(load);
  for (const what of ["list", "snitch"] as const) {
    for (let i = -5; i < REQUESTS; i += 1)
      for (const each of both) {
        const ms = await pageMs(each.page, each[what]);
        if (i >= 0) each.timings[what].push(ms);
      }
  }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { databaseUrl, timings } of both)
      timings.sweep.push(await runIn<number>(databaseUrl, "sweep", round * DUE, DUE));
}

/** Drops a month under load. Returns how long it took, and the check-in that waited longest meanwhile, in milliseconds. */
async function dropMonthUnderLoad({
  databaseUrl,
  load,
}: Installation): Promise<{ tookMs: number; longestMs: number }> {
  const loading = sendLoad(load);
  const tookMs = await runIn<number>(databaseUrl, "dropMonth");
  const result = await loading;
  load.rounds.push(result);
  return { tookMs, longestMs: result.longestMs };
}

async function checkRecorded({ name, databaseUrl, load }: Installation): Promise<void> {
  const accepted = acceptedOf(load);
  const recorded = await runIn<number>(databaseUrl, "countNew");
  if (recorded !== accepted) throw new Error(`${name}: ${accepted} got a 202, but ${recorded} are recorded`);
  console.log(`${name}: all ${accepted.toLocaleString("en")} check-ins that got a 202 are recorded.`);
}

const inMB = (bytes: number) => `${(bytes / MB).toFixed(0)} MB`;

/** A large installation beside a small one: what each does with the same load. */
export async function bench(): Promise<Measured[]> {
  const largeUrl = process.env.DATABASE_URL ?? "";
  const smallUrl = await prepareDatabase(largeUrl, "small");
  const browser = await openBrowser();
  onShutdown(() => browser.close());
  const page = async () => (await browser.newContext()).newPage();
  const small = await openInstallation("50,000 snitches", smallUrl, SMALL, await page());
  const large = await openInstallation("1,000,000 snitches", largeUrl, LARGE, await page());

  await measureRounds([small, large]);
  const dropped = await dropMonthUnderLoad(large);
  for (const each of [small, large]) await checkRecorded(each);
  await Promise.all([small.stop(), large.stop(), browser.close()]);
  const folder = path.join(process.env.DATA_DIR ?? ".data", "backups");
  const backups = {
    small: await runIn<Backup>(smallUrl, "backUp", folder),
    large: await runIn<Backup>(largeUrl, "backUp", folder),
  };
  await pool.end();

  const cost = (what: keyof Installation["timings"]) =>
    median(large.timings[what]) / median(small.timings[what]);
  return [
    ratioUnder("scale: cost of a check-in", best(small.load) / best(large.load), MAX_RATIO),
    ratioUnder(`scale: sweep of ${DUE.toLocaleString("en")} that are due`, cost("sweep"), MAX_RATIO),
    ratioUnder("scale: list of 2,000 snitches", cost("list"), MAX_RATIO),
    ratioUnder("scale: page of a snitch", cost("snitch"), MAX_RATIO),
    under("scale: dropping the oldest month under load", dropped.tookMs, 1_000),
    under("scale: longest check-in meanwhile", dropped.longestMs, 500),
    ratioUnder(
      "scale: memory for a backup",
      backups.large.memory / backups.small.memory,
      MAX_RATIO,
      `${inMB(backups.large.memory)} for ${inMB(backups.large.bytes)} in ${(backups.large.tookMs / 1_000).toFixed(0)} s`,
    ),
  ];
}
