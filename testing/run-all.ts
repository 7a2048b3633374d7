import { randomInt } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runBrowserTests, type Selection, type Services } from "@/e2e/run";
import { runNpm } from "@/scripts/process.mjs";
import { step } from "@/scripts/progress.mjs";
import { onShutdown, runShutdownTasks } from "@/scripts/shutdown.mjs";
import { missingPackages } from "./deploy/programs";
import { dropDatabases } from "./drop-databases";
import { LANGUAGES, lacks } from "./languages";
import { watchLeftBehind } from "./left-behind";
import { format, isSuccess, oneFailed, type Result, runTests, sum } from "./run-tests";
import { openTestRedis } from "./test-redis";
import { databasePrefix, openTestServer } from "./test-server";

/** Each option runs some of the checks and tests. The other arguments are names of files. */
const OPTIONS = ["--only-browser", "--only-long", "--with-long"];

/** `npm test`: runs all checks and tests but the long ones. The last line has the counts. */
export async function run(args: string[]): Promise<number> {
  const { DATABASE_URL, REDIS_URL } = process.env;
  clearSettings();
  const [onlyBrowser, onlyLong, withLong] = OPTIONS.map((option) => args.includes(option));
  const files = args.filter((arg) => !OPTIONS.includes(arg));
  const hasAll = onlyBrowser || withLong;
  const selection: Selection = onlyLong ? "long" : hasAll ? "all" : "short";
  const listLeftBehind = onShutdown(watchLeftBehind());
  const folder = path.resolve(".data", "test", `run-${process.pid}`);
  onShutdown(() => rmSync(folder, { recursive: true, force: true }));

  const results: Result[] = [];
  if (!onlyBrowser && !onlyLong) {
    const check = () => runNpm(["run", "--silent", "check"], { show: true });
    const { code } = await step("Checking format, types and unused code", check, { ticking: false });
    if (code !== 0) results.push(oneFailed("npm run check"));
  }
  const { serverUrl, prefix } = await openDatabases(DATABASE_URL);
  const redisUrl = await openTestRedis(REDIS_URL);
  const services = { folder, serverUrl, redisUrl, prefix };
  const leftOut = redisUrl
    ? []
    : ["tests on Redis: set REDIS_URL to one with an empty database, or put redis-server on the PATH"];
  if (!onlyBrowser) {
    const missing = LANGUAGES.filter(lacks).join(", ");
    if (missing)
      leftOut.push(`the documentation's examples for programs that are not on the PATH: ${missing}`);
    const packages = missingPackages().join(", ");
    if (packages) leftOut.push(`tests of deploy/ that need packages which are not installed: ${packages}`);
    if (!onlyLong) results.push(await runVitest("Testing the parts", services));
  }
  // Files that are named are long tests of the parts.
  if (!onlyLong || files.length === 0) {
    const browser = await runBrowserTests(services, selection, files);
    results.push(...browser.results);
    leftOut.push(...browser.leftOut);
  }
  if (onlyLong || withLong) {
    const seed = process.env.PROPERTY_SEED || String(randomInt(2 ** 31));
    const settings = { TEST_LONG: "on", PROPERTY_SEED: seed };
    results.push(await runVitest(`Testing for long, with PROPERTY_SEED=${seed}`, services, settings, files));
  }

  await runShutdownTasks();
  for (const what of await listLeftBehind()) results.push(oneFailed(`The tests have left behind: ${what}`));
  for (const what of leftOut) console.log(`Left out: ${what}.`);
  const all = sum(results);
  for (const name of all.failures) console.log(`Failed: ${name}`);
  console.log(format(all));
  return isSuccess(all) ? 0 : 1;
}

/** Tests start from the defaults. An empty variable counts as absent, and hides one in `.env`; an empty secret is refused. */
function clearSettings() {
  for (const [, name = ""] of readFileSync(".env.example", "utf8").matchAll(/^# (\w+)=/gm))
    process.env[name] = "";
  for (const name of ["AUTH_SECRET", "NODE_ENV", "TATTLE_BUILD"]) delete process.env[name];
}

async function openDatabases(databaseUrl: string | undefined) {
  const opening = step("Starting Postgres for the tests", () => openTestServer(databaseUrl));
  onShutdown(async () => (await opening.catch(() => null))?.close());
  const { url: serverUrl } = await opening;
  const prefix = databasePrefix();
  process.env.TEST_DATABASE_PREFIX = prefix;
  onShutdown(() => dropDatabases(serverUrl, prefix));
  return { serverUrl, prefix };
}

function runVitest(
  name: string,
  { folder, serverUrl, redisUrl }: Services,
  given: Record<string, string> = {},
  files: string[] = [],
) {
  const report = path.join(folder, `vitest${given.TEST_LONG ? "-long" : ""}.xml`);
  const env = {
    DATABASE_URL: serverUrl,
    ...(redisUrl && { TEST_REDIS_URL: redisUrl }),
    TEST_REPORT: report,
    ...given,
  };
  return runTests(name, ["node_modules/vitest/vitest.mjs", "run", ...files], report, env);
}
