import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort, { portNumbers } from "get-port";
import { JOBS, ofMinute } from "./demo-jobs";
import { atEnd } from "./ending.mjs";
import { authSecret, dataDirectory } from "./environment";
import { step } from "./progress.mjs";
import { type Serving, startTattle } from "./serving";

const ANN = { email: "demo@example.com", password: "watch the jobs", caseName: "Demo", plan: undefined };
const MORE_SNITCHES = 30;
const MINUTE_MS = 60_000;
/** Jobs take a moment to run. */
const RUN_MS = 2_000;

/** Shows it alive: a case with two years of history, and jobs that check in every minute, or do not. */
export async function run(): Promise<number> {
  const dataDir = dataDirectory(process.env.DATA_DIR || path.join(".data", "demo"));
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    REDIS_URL: "",
    PORT: String(await getPort({ port: portNumbers(3000, 3100) })),
    // The demo hears its own webhooks.
    ALLOW_PRIVATE_TARGETS: "on",
    LOG_LEVEL: "warn",
  };
  const serving = await startTattle(env);
  Object.assign(process.env, {
    ...env,
    DATABASE_URL: serving.databaseUrl,
    APP_URL: serving.appUrl,
    CHECK_IN_URL: serving.checkInUrl,
    AUTH_SECRET: authSecret(dataDir),
  });
  const tokens = await furnish();
  console.log(
    [
      "",
      `The demo   ${serving.appUrl}/sign-in`,
      `E-mail     ${ANN.email}`,
      `Password   ${ANN.password}`,
      "",
      "Jobs check in every minute, and what is told of them appears below. Ctrl-C ends it; the history stays.",
      "",
    ].join("\n"),
  );
  return keepRunning(serving, tokens);
}

/** The case with its history, its jobs and a webhook that leads here. Returns the tokens of the jobs. */
async function furnish(): Promise<Map<string, string>> {
  const { bootstrap, close, seed } = await import("./admin-commands");
  const { db } = await import("@/lib/platform/db");
  const { addWebhook } = await import("@/lib/webhooks/add");
  const { OPERATOR } = await import("@/lib/audit/actor");
  const { case: owner } = await bootstrap(ANN);
  const isNew = (await db.snitch.count({ where: { caseId: owner.id } })) === 0;
  if (isNew) await step("Making up two years of history", () => seed(owner.id, MORE_SNITCHES));

  const tokens = new Map<string, string>();
  for (const [i, { name, tags }] of JOBS.entries()) {
    const found = await db.snitch.findFirst({ where: { caseId: owner.id, name } });
    const token = Date.now().toString(16).padStart(15, "d") + i;
    const data = { name, tags, interval: "1_minute", token, caseId: owner.id };
    tokens.set(name, (found ?? (await db.snitch.create({ data }))).token);
  }
  await db.webhook.deleteMany({ where: { caseId: owner.id } });
  await addWebhook(owner.id, await openReceiver(), OPERATOR);
  await close();
  return tokens;
}

/** Prints the events that Tattle sends. Returns where it listens. */
async function openReceiver(): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { type, data } = JSON.parse(body);
    say(`◀ ${type}  ${data.snitch.name} (was ${data.snitch.previous_status})`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

async function keepRunning({ checkInUrl }: Serving, tokens: Map<string, string>): Promise<never> {
  for (let minute = Math.floor(Date.now() / MINUTE_MS); ; minute += 1) {
    await sleep(Math.max(0, minute * MINUTE_MS + RUN_MS - Date.now()));
    const said = await Promise.all(
      JOBS.map(async (job) => {
        const run = ofMinute(job, minute);
        if (!run) return `${job.name} is silent`;
        const query = new URLSearchParams({ s: String(run.exitStatus), m: run.message });
        const answer = await fetch(`${checkInUrl}/${tokens.get(job.name)}?${query}`, {
          method: "POST",
        }).catch(() => null);
        return `${job.name} ${run.exitStatus === 0 ? "ran" : "failed"} (${answer?.status ?? "no answer"})`;
      }),
    );
    say(`▶ ${said.join(" · ")}`);
  }
}
