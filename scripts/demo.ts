import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { UserError } from "@/lib/platform/user-error.mjs";
import { MINUTE_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { intervalOf } from "@/lib/rules/schedule/interval";
import { type DemoJob, findReport, JOBS } from "@/prisma/seed/demo-jobs";
import {
  buildScheduledReport,
  computeLatestRun,
  isScheduled,
  type ScheduledJob,
  type ScheduledReport,
} from "@/prisma/seed/demo-schedule";
import { findStoredPorts, hasStoredPorts, storePorts } from "./demo-ports";
import { createDataFolder, readAuthSecret } from "./environment";
import { hasCluster } from "./open-database";
import { step } from "./progress.mjs";
import { serve } from "./supervise";

const EMAIL = "demo@example.com";
/** What every demo had before 0.3.2. */
const KNOWN_PASSWORD = "watch the jobs";
const PASSWORD_LENGTH = 16;
const MORE_SNITCHES = 30;
/** Channels whose messages the demo receives itself: two for all alerts, one for those with a tag. */
const CHATS = [
  { name: "Platform team webhook", kind: "webhook", path: "platform", tagsAny: [] },
  { name: "Night shift chat", kind: "mattermost", path: "hooks/night", tagsAny: [] },
  { name: "Billing chat", kind: "mattermost", path: "hooks/billing", tagsAny: ["billing", "payments"] },
];
/** The jobs check in this long after the minute begins. */
const JOB_MS = 2_000;

/** A scheduled job, and the time of its latest report. */
type Scheduled = ScheduledJob & { token: string; reportedAt: Date | null };

/** `npm run demo`: serves a case with two years of history. Its jobs go on checking in, except those that are missing on purpose. */
export async function run(): Promise<number> {
  // Nothing of `.env`: that is another Tattle, whose data, mail server, backups and heartbeats are not the demo's.
  const { HOST, PORT, CHECK_IN_PORT, WORKER_PORT, DATA_DIR, APP_URL = "", CHECK_IN_URL = "" } = process.env;
  const dataDir = createDataFolder(DATA_DIR || path.join(".data", "demo"));
  if (DATA_DIR && hasCluster(dataDir) && !hasStoredPorts(dataDir))
    throw new UserError(
      `The Tattle in ${dataDir} is not a demo. Set DATA_DIR to another folder, or unset it.`,
    );
  const wished = await findStoredPorts({ PORT, CHECK_IN_PORT, WORKER_PORT }, dataDir);
  storePorts(dataDir, wished);
  // The demo receives its own webhooks and emails.
  const settings = {
    DATA_DIR: dataDir,
    // Its user may send requests to private addresses, so it is for this machine alone.
    HOST: HOST || "127.0.0.1",
    REDIS_URL: "",
    ALLOW_PRIVATE_TARGETS: "on",
    LOG_LEVEL: "warn",
    SMTP_URL: await openMailServer(),
    RESEND_API_KEY: "",
    RESEND_API_KEY_FILE: "",
  };
  const none = {
    DATABASE_URL: "",
    DATABASE_URL_FILE: "",
    REDIS_URL_FILE: "",
    AUTH_SECRET_FILE: "",
    SMTP_URL_FILE: "",
  };
  const AUTH_SECRET = readAuthSecret(dataDir);
  Object.assign(process.env, { ...wished, ...settings, ...none, APP_URL, CHECK_IN_URL, AUTH_SECRET });
  const { appUrl, checkInUrl, databaseUrl, ports } = await serve(process.env);
  storePorts(dataDir, ports);
  Object.assign(process.env, { DATABASE_URL: databaseUrl, APP_URL: appUrl, CHECK_IN_URL: checkInUrl });
  const password = createHmac("sha256", AUTH_SECRET)
    .update("password of the demo")
    .digest("base64url")
    .slice(0, PASSWORD_LENGTH);
  const { tokens, scheduled, page } = await createCase(password);
  console.log(`
The demo   ${appUrl}/sign-in
Email      ${EMAIL}
Password   ${password}
${page ? `Status     ${appUrl}/status/${page}\n` : ""}
Three jobs check in every minute, the others on their schedules, and alerts appear below. Ctrl-C stops the demo; its history is kept.
`);
  for (let minute = Math.floor(Date.now() / MINUTE_MS); ; minute += 1) {
    await sleep(Math.max(0, minute * MINUTE_MS + JOB_MS - Date.now()));
    const reports = JOBS.map((job) => checkIn(job, minute, `${checkInUrl}/${tokens.get(job.name)}`));
    log(`▶ ${(await Promise.all(reports)).join(" · ")}`);
    await runScheduled(scheduled, checkInUrl, new Date());
  }
}

async function checkIn(job: DemoJob, minute: number, url: string): Promise<string> {
  const made = findReport(job, minute);
  if (!made) return `${job.name} did not check in`;
  return `${job.name} ${made.exitStatus === 0 ? "ran" : "failed"} (${(await report(url, made)) ?? "no response"})`;
}

type Reported = { exitStatus: number; message: string; run?: ScheduledReport["run"] };

/** Sends a report. Returns the status of the response, or null without one. */
async function report(url: string, { exitStatus, message, run }: Reported): Promise<number | null> {
  const request = run
    ? {
        path: `/${exitStatus}?${new URLSearchParams({ host: run.host, d: String(run.seconds), ...(run.metric && { [`metric.${run.metric.name}`]: String(run.metric.value) }) })}`,
        init: { method: "POST", body: run.output, headers: { "Content-Type": "text/plain" } },
      }
    : {
        path: `?${new URLSearchParams({ s: String(exitStatus), m: message })}`,
        init: { method: "POST" },
      };
  const response = await fetch(`${url}${request.path}`, request.init).catch(() => null);
  return response?.status ?? null;
}

/** Reports for each scheduled job whose latest run is not reported yet: also those that were due while the demo was stopped. */
async function runScheduled(jobs: Scheduled[], checkInUrl: string, now: Date): Promise<void> {
  const due = jobs.filter((job) => !job.reportedAt || job.reportedAt < computeLatestRun(job, now));
  for (const job of due) {
    const status = await report(`${checkInUrl}/${job.token}`, buildScheduledReport(job.name));
    // Without a response, the next minute tries again.
    if (status) job.reportedAt = now;
  }
  if (due.length > 0) log(`▶ ${due.length === 1 ? due[0]?.name : `${due.length} scheduled jobs`} ran`);
}

type DemoCase = {
  /** Check-in tokens of the minutely jobs. */
  tokens: Map<string, string>;
  scheduled: Scheduled[];
  /** The slug of its status page; a demo from before has none. */
  page?: string;
};

/** Creates the case with its history, jobs, webhook and status page, unless it exists. */
async function createCase(password: string): Promise<DemoCase> {
  const { bootstrap, close, seed } = await import("./admin-commands");
  const { db } = await import("@/lib/platform/db");
  const { addChannel } = await import("@/lib/channels/add");
  const { OPERATOR } = await import("@/lib/audit/record");
  const { startDrill } = await import("@/lib/drills/start");
  const { findUserByEmail } = await import("@/lib/people/users/find");
  const { changePassword, isPasswordOf } = await import("@/lib/people/users/password");
  const { addFeatures } = await import("@/prisma/seed/features");
  const { addStatusPage } = await import("@/prisma/seed/status-page");
  const { id: caseId } = (await bootstrap({ email: EMAIL, password, case: "Demo" })).case;
  const user = await findUserByEmail(EMAIL);
  if (user && (await isPasswordOf(user.id, KNOWN_PASSWORD)))
    await changePassword(user.id, { current: KNOWN_PASSWORD, password }, "");
  const isNew = (await db.snitch.count({ where: { caseId } })) === 0;
  if (isNew) await step("Generating two years of history", () => seed(caseId, MORE_SNITCHES));

  const tokens = new Map<string, string>();
  for (const [i, { name, tags }] of JOBS.entries()) {
    const token = Date.now().toString(16).padStart(15, "d") + i;
    const existing = await db.snitch.findFirst({ where: { caseId, name } });
    const snitch =
      existing ?? (await db.snitch.create({ data: { name, tags, interval: "1_minute", token, caseId } }));
    tokens.set(name, snitch.token);
  }
  await db.channel.deleteMany({ where: { caseId } });
  const receiver = await openReceiver();
  for (const { name, kind, path, tagsAny } of CHATS) {
    const input = {
      name,
      kind,
      settings: { url: `${receiver}${path}` },
      route: { ...ALL_ALERTS, tagsAny },
      isDefault: false,
    };
    await addChannel(caseId, input, OPERATOR);
  }
  if (isNew) {
    await addFeatures(caseId, new Date());
    await startDrill(caseId, OPERATOR, new Date());
    await addStatusPage(caseId, new Date());
  }
  const snitches = await db.snitch.findMany({
    where: { caseId },
    select: { name: true, interval: true, token: true, checkedInAt: true },
  });
  const page = await db.page.findFirst({ where: { caseId, visibility: "public" }, select: { slug: true } });
  await close();
  const scheduled = snitches
    .filter(({ name }) => isScheduled(name) && !tokens.has(name))
    .map(({ checkedInAt, ...job }) => ({ ...job, interval: intervalOf(job), reportedAt: checkedInAt }));
  return { tokens, scheduled, page: page?.slug };
}

/** Logs the webhooks and the messages to chats that Tattle sends. Returns the URL of the receiver. */
async function openReceiver(): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    const chat = CHATS.find(({ path }) => request.url === `/${path}`);
    if (chat?.kind === "mattermost") log(`◀ ${chat.name}  ${readTitle(String(body.text))}`);
    else if (body.data?.snitch)
      log(`◀ ${body.type}  ${body.data.snitch.name} (was ${body.data.snitch.previous_status})`);
    else log(`◀ ${body.type}`);
    // As Mattermost responds.
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Logs the subjects of the emails that Tattle sends. Returns the URL of the server. */
async function openMailServer(): Promise<string> {
  const smtp = new SMTPServer({
    authOptional: true,
    // The greeting would wait for a name server.
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, done) => {
      simpleParser(stream).then(({ subject = "" }) => {
        log(`◀ Email to ${envelope.rcptTo.map(({ address }) => address).join(", ")}  ${subject}`);
        done();
      }, done);
    },
  });
  // Connections end with the demo.
  smtp.on("error", () => {});
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  return `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
}

/** The first line of a message, which is in a code block. */
const readTitle = (message: string) => message.split("\n").find((line) => line && !line.startsWith("```"));

const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
