import path from "node:path";
import getPort from "get-port";
import { getChromium } from "./chromium";
import { createDatabase, urlOf } from "./database";
import { step } from "./progress.mjs";
import { startTattle } from "./serving";
import { ONE_FAILED, type Tally, tallyOf, tallyOfPlaywright } from "./tally";
import { emptyDatabase } from "./test-redis";
import { runTool } from "./tool.mjs";

type Means = {
  folder: string;
  serverUrl: string;
  redisUrl: string | null;
  prefix: string;
  /** For Playwright: which tests, above all. */
  asked: string[];
};
type Round = { name: string; queue: string; flags: string[] };

/** Empty counts as absent, and keeps a developer's `.env` out. */
const DEFAULTS = {
  APP_URL: "",
  CHECK_IN_URL: "",
  // The tests make sessions of their own, such as one whose time is over.
  AUTH_SECRET: "only-the-tests-sign-with-this-secret",
  MAIL_FROM: "",
  RESEND_API_KEY: "",
  RESEND_BASE_URL: "",
  SMTP_URL: "",
  DEFAULT_PLAN: "",
  SIGN_UP: "",
  // The tests are a GitHub of their own.
  GITHUB_ID: "tests",
  GITHUB_SECRET: "tests",
  GOOGLE_ID: "",
  // Each person of the tests has an address of their own, so that none uses up what another may try.
  TRUSTED_PROXIES: "127.0.0.1, ::1",
  API_RATE_PER_MINUTE: "",
  MAINTENANCE: "",
  // The receivers of webhooks in the tests listen on loopback.
  ALLOW_PRIVATE_TARGETS: "on",
  LOG_LEVEL: "warn",
};

/**
 * The journeys in a real browser against the real processes: all of them, then the story once more with its queue on
 * Redis; or those that were asked for.
 */
export async function browserTests({ folder, serverUrl, redisUrl, prefix, asked }: Means) {
  const chromium = await getChromium();
  if (!chromium) {
    const wayOut =
      "no Chromium was found or could be got: install one, or set PLAYWRIGHT_CHROMIUM to its path";
    return { tallies: [], leftOut: [`browser tests: ${wayOut}`] };
  }
  const rounds: Round[] = [{ name: "postgres", queue: "", flags: asked }];
  if (redisUrl && asked.length === 0)
    rounds.push({ name: "redis", queue: redisUrl, flags: ["--grep", "@story"] });

  const tallies: Tally[] = [];
  for (const { name, queue, flags } of rounds) {
    if (queue) await emptyDatabase(queue);
    const database = `${prefix}_${name}`;
    await createDatabase(serverUrl, database);
    const env = {
      ...process.env,
      ...DEFAULTS,
      GITHUB_URL: `http://127.0.0.1:${await getPort()}`,
      DATABASE_URL: urlOf(serverUrl, database),
      REDIS_URL: queue,
      DATA_DIR: path.join(folder, name),
    };
    tallies.push(await round({ name, queue, flags }, chromium, env, path.join(folder, `${name}.json`)));
  }
  return { tallies, leftOut: [] };
}

async function round(
  { name, flags }: Round,
  chromium: string,
  given: NodeJS.ProcessEnv,
  report: string,
): Promise<Tally> {
  const tattle = await startTattle(given).catch((thrown: Error) => {
    console.error(thrown.message);
    return null;
  });
  if (!tattle) return ONE_FAILED;
  const env = {
    APP_URL: tattle.appUrl,
    CHECK_IN_URL: tattle.checkInUrl,
    DATABASE_URL: tattle.databaseUrl,
    E2E_CHROMIUM: chromium,
    E2E_REPORT: report,
    AUTH_SECRET: DEFAULTS.AUTH_SECRET,
    E2E_GITHUB_URL: given.GITHUB_URL,
  };
  const program = [
    "node_modules/@playwright/test/cli.js",
    "test",
    "-c",
    "e2e/playwright.config.ts",
    ...flags,
  ];
  const { code } = await step(
    `Testing in the browser, with the queue on ${name}`,
    () => runTool(process.execPath, program, { env, show: true }),
    { ticking: false },
  );
  await tattle.stop();
  return tallyOf(report, code, tallyOfPlaywright);
}
