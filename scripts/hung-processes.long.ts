import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { OPERATOR } from "@/lib/audit/record";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { db } from "@/lib/platform/db";
import { startJobs } from "@/testing/continuous-jobs";
import { aCase, aSnitch, aWebhook, manySnitches } from "@/testing/factories";
import { listProcesses, withDescendants } from "@/testing/processes";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { findFreePorts } from "./ports";

const BACK_WITHIN_MS = 60_000;
const JOBS = 4;
const SNITCHES = 300;
const PROGRAMS = { web: /next-server|next start/, checkin: /checkin\.js/, worker: /worker\.js/ };
const NAMES = ["web", "checkin", "worker"] as const;

const dataDir = mkdtempSync(path.join(tmpdir(), "tattle-hung-"));
let supervisor: ReturnType<typeof spawn>;
let receiver: Receiver;
let urls: Record<(typeof NAMES)[number], string>;
let output = "";

/** `npm start` on the database of this test. */
beforeAll(async () => {
  receiver = await aReceiver();
  const ports = await findFreePorts();
  urls = {
    web: `http://127.0.0.1:${ports.PORT}`,
    checkin: `http://127.0.0.1:${ports.CHECK_IN_PORT}`,
    worker: `http://127.0.0.1:${ports.WORKER_PORT}`,
  };
  const env = {
    ...process.env,
    ...ports,
    DATA_DIR: dataDir,
    APP_URL: "",
    CHECK_IN_URL: "",
    LOG_LEVEL: "warn",
  };
  supervisor = spawn(process.execPath, ["scripts/start.mjs"], { env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  await vi.waitFor(() => expect(output).toContain("Tattle is serving"), { timeout: 280_000, interval: 100 });
}, 300_000);

afterAll(async () => {
  supervisor.kill("SIGTERM");
  await once(supervisor, "exit");
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

function findPid(name: (typeof NAMES)[number]): number | undefined {
  const running = withDescendants(supervisor.pid ?? 0, listProcesses());
  return running.find(({ command }) => PROGRAMS[name].test(command))?.pid;
}

const isUp = async (name: (typeof NAMES)[number]) => {
  const response = await fetch(`${urls[name]}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => null,
  );
  return response?.ok ?? false;
};

test("processes that hang are back within a minute, and no check-in or alert is lost", async () => {
  const { id: caseId } = await aCase();
  await aWebhook({ caseId, url: receiver.url });
  const snitches = await manySnitches(SNITCHES, { caseId });
  const tokens = snitches.map(({ token }) => token);
  const stopJobs = startJobs(urls.checkin, JOBS, tokens, "job");
  await vi.waitFor(async () => expect(await db.checkIn.count()).toBeGreaterThan(50), 10_000);
  const hung = NAMES.map(findPid);
  expect(hung).toEqual(NAMES.map(() => expect.any(Number)));

  const hungAt = performance.now();
  for (const pid of hung) process.kill(pid ?? 0, "SIGSTOP");
  const { token } = await aSnitch({ caseId, status: "healthy", deadline: new Date(Date.now() + 86_400_000) });
  await pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, new Date(), OPERATOR);
  for (const name of NAMES)
    await vi.waitFor(async () => expect(await isUp(name)).toBe(true), {
      timeout: BACK_WITHIN_MS - (performance.now() - hungAt),
      interval: 200,
    });
  const tookMs = performance.now() - hungAt;

  const paused = () => receiver.requests.some(({ body }) => body.includes(token));
  await vi.waitFor(() => expect(paused()).toBe(true), { timeout: 70_000, interval: 200 });
  const checkIns = await stopJobs();
  const messages = checkIns.filter(({ status }) => status === 202).map(({ message }) => message);
  const rows = await db.checkIn.findMany({ where: { accepted: true }, select: { message: true } });
  const recorded = new Set(rows.map(({ message }) => message));
  expect(messages.filter((message) => !recorded.has(message))).toEqual([]);
  expect(
    checkIns.some(({ sentAt, status }) => status === 202 && sentAt > hungAt + performance.timeOrigin),
  ).toBe(true);
  for (const name of NAMES)
    expect(output.split(`The ${name} process failed three health checks`)).toHaveLength(2);
  console.log(`All three were back after ${Math.round(tookMs / 1_000)} s; ${messages.length} check-ins.`);
}, 180_000);
