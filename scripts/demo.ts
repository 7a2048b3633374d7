import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type DemoJob, JOBS, reportOf } from "@/prisma/seed/demo-jobs";
import { createDataFolder, loadEnvFile, readAuthSecret } from "./environment";
import { step } from "./progress.mjs";
import { serve } from "./supervise";

const USER = { email: "demo@example.com", password: "watch the jobs" };
const MORE_SNITCHES = 30;
const MINUTE_MS = 60_000;
/** The jobs check in this long after the minute begins. */
const JOB_MS = 2_000;

/** `npm run demo`: serves a case with two years of history, whose jobs check in every minute, or do not. */
export async function run(): Promise<number> {
  loadEnvFile();
  const dataDir = createDataFolder(process.env.DATA_DIR || path.join(".data", "demo"));
  const free = { PORT: "", CHECK_IN_PORT: "", WORKER_PORT: "" };
  // The demo receives its own webhooks.
  const settings = { DATA_DIR: dataDir, REDIS_URL: "", ALLOW_PRIVATE_TARGETS: "on", LOG_LEVEL: "warn" };
  Object.assign(process.env, { ...free, ...settings, DATABASE_URL: "" });
  const { appUrl, checkInUrl, databaseUrl } = await serve(process.env);
  const AUTH_SECRET = readAuthSecret(dataDir);
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    APP_URL: appUrl,
    CHECK_IN_URL: checkInUrl,
    AUTH_SECRET,
  });
  const tokens = await createCase();
  console.log(`
The demo   ${appUrl}/sign-in
E-mail     ${USER.email}
Password   ${USER.password}

Jobs check in every minute, and their alerts appear below. Ctrl-C stops the demo; its history stays.
`);
  for (let minute = Math.floor(Date.now() / MINUTE_MS); ; minute += 1) {
    await sleep(Math.max(0, minute * MINUTE_MS + JOB_MS - Date.now()));
    const reports = JOBS.map((job) => checkIn(job, minute, `${checkInUrl}/${tokens.get(job.name)}`));
    log(`▶ ${(await Promise.all(reports)).join(" · ")}`);
  }
}

async function checkIn(job: DemoJob, minute: number, url: string): Promise<string> {
  const report = reportOf(job, minute);
  if (!report) return `${job.name} did not check in`;
  const query = new URLSearchParams({ s: String(report.exitStatus), m: report.message });
  const response = await fetch(`${url}?${query}`, { method: "POST" }).catch(() => null);
  return `${job.name} ${report.exitStatus === 0 ? "ran" : "failed"} (${response?.status ?? "no answer"})`;
}

/** Creates the case with its history, jobs and webhook, unless it exists. Returns the tokens of the jobs. */
async function createCase(): Promise<Map<string, string>> {
  const { bootstrap, close, seed } = await import("./admin-commands");
  const { db } = await import("@/lib/platform/db");
  const { addWebhook } = await import("@/lib/webhooks/add");
  const { OPERATOR } = await import("@/lib/audit/actor");
  const { id: caseId } = (await bootstrap({ ...USER, case: "Demo" })).case;
  const isNew = (await db.snitch.count({ where: { caseId } })) === 0;
  if (isNew) await step("Making up two years of history", () => seed(caseId, MORE_SNITCHES));

  const tokens = new Map<string, string>();
  for (const [i, { name, tags }] of JOBS.entries()) {
    const token = Date.now().toString(16).padStart(15, "d") + i;
    const found = await db.snitch.findFirst({ where: { caseId, name } });
    const snitch =
      found ?? (await db.snitch.create({ data: { name, tags, interval: "1_minute", token, caseId } }));
    tokens.set(name, snitch.token);
  }
  await db.webhook.deleteMany({ where: { caseId } });
  await addWebhook(caseId, await openReceiver(), OPERATOR);
  await close();
  return tokens;
}

/** Logs the webhooks that Tattle sends. Returns the URL of the receiver. */
async function openReceiver(): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { type, data } = JSON.parse(body);
    log(`◀ ${type}  ${data.snitch.name} (was ${data.snitch.previous_status})`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
