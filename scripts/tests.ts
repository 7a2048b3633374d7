import { rmSync } from "node:fs";
import path from "node:path";
import { browserTests } from "./browser-tests";
import { atEnd, undoAll } from "./ending.mjs";
import { LANGUAGES, lacks } from "./languages";
import { step } from "./progress.mjs";
import { isGood, lineOf, NOTHING, ONE_FAILED, sum, type Tally, tallyOf, tallyOfVitest } from "./tally";
import { getRedis } from "./test-redis";
import { databasePrefix, dropDatabases, openTestServer } from "./throwaway";
import { npm, runTool } from "./tool.mjs";

/** What the program reads. Tests begin from its defaults, whatever the machine has set. */
const OURS = (
  "PORT CHECK_IN_PORT WORKER_PORT APP_URL CHECK_IN_URL TRUSTED_PROXIES DATA_DIR AUTH_SECRET MAIL_FROM RESEND_API_KEY RESEND_BASE_URL SMTP_URL " +
  "GITHUB_ID GITHUB_SECRET GITHUB_URL GOOGLE_ID GOOGLE_SECRET DEFAULT_PLAN SIGN_UP ALLOW_PRIVATE_TARGETS API_RATE_PER_MINUTE MAINTENANCE METRICS_TOKEN BACKUPS BACKUP_DIR BACKUP_S3_URL REDIS_CLUSTER " +
  "LOG_LEVEL NODE_ENV TATTLE_BUILD"
).split(" ");

/** Runs everything that proves the program, and prints the counts as the last line. */
export async function run(args: string[]): Promise<number> {
  const { DATABASE_URL: databaseGiven, REDIS_URL: redisGiven } = process.env;
  for (const name of [...OURS, "DATABASE_URL", "REDIS_URL"]) delete process.env[name];
  const onlyBrowser = args.includes("--only-browser");
  const asked = args.filter((arg) => arg !== "--only-browser");
  const folder = path.resolve(".data", "test", `run-${process.pid}`);
  atEnd(() => rmSync(folder, { recursive: true, force: true }));

  const tallies: Tally[] = [];
  if (!onlyBrowser) tallies.push(await check());
  const opening = step("Starting Postgres for the tests", () => openTestServer(databaseGiven));
  atEnd(async () => (await opening.catch(() => null))?.close());
  const { url: serverUrl } = await opening;
  const prefix = databasePrefix();
  process.env.TEST_DATABASE_PREFIX = prefix;
  atEnd(() => dropDatabases(serverUrl, prefix));
  const redisUrl = await getRedis(redisGiven);
  const leftOut = redisUrl
    ? []
    : ["tests on Redis: set REDIS_URL to one with an empty database, or put redis-server on the PATH"];
  const absent = LANGUAGES.filter(lacks);
  if (absent.length > 0 && !onlyBrowser)
    leftOut.push(`what the documentation shows for programs that are not on the PATH: ${absent.join(", ")}`);
  if (!onlyBrowser) {
    tallies.push(await vitest("Testing the parts", { folder, serverUrl, redisUrl }));
    tallies.push(await vitest("Testing an image and a fleet", { folder, serverUrl, redisUrl, slow: "on" }));
  }
  const browser = await browserTests({ folder, serverUrl, redisUrl, prefix, asked });
  tallies.push(...browser.tallies);

  await undoAll();
  for (const what of [...leftOut, ...browser.leftOut]) console.log(`Left out: ${what}.`);
  const all = sum(tallies);
  console.log(lineOf(all));
  return isGood(all) ? 0 : 1;
}

async function check(): Promise<Tally> {
  const [program = "", ...first] = npm();
  const { code } = await step(
    "Checking format, types and unused code",
    () => runTool(program, [...first, "run", "--silent", "check"], { show: true }),
    { ticking: false },
  );
  return code === 0 ? NOTHING : ONE_FAILED;
}

type Means = { folder: string; serverUrl: string; redisUrl: string | null; slow?: "on" };

async function vitest(name: string, { folder, serverUrl, redisUrl, slow }: Means): Promise<Tally> {
  const report = path.join(folder, `vitest${slow ? "-slow" : ""}.json`);
  const flags = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const env = {
    DATABASE_URL: serverUrl,
    ...(redisUrl && { TEST_REDIS_URL: redisUrl }),
    ...(slow && { SLOW: slow }),
  };
  const { code } = await step(
    name,
    () => runTool(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...flags], { env, show: true }),
    { ticking: false },
  );
  return tallyOf(report, code, tallyOfVitest);
}
