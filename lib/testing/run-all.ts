import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runBrowserTests, type Services } from "@/e2e/run";
import { runNpm } from "@/scripts/process.mjs";
import { step } from "@/scripts/progress.mjs";
import { onShutdown, runShutdownTasks } from "@/scripts/shutdown.mjs";
import { missingPackages } from "./deploy/programs";
import { dropDatabases } from "./drop-databases";
import { LANGUAGES, lacks } from "./languages";
import { format, isSuccess, oneFailed, type Result, runTests, sum } from "./run-tests";
import { openTestRedis } from "./test-redis";
import { databasePrefix, openTestServer } from "./test-server";

/** `npm test`: runs all checks and tests. The last line has the counts. */
export async function run(args: string[]): Promise<number> {
  const { DATABASE_URL, REDIS_URL } = process.env;
  clearSettings();
  const onlyBrowser = args.includes("--only-browser");
  const folder = path.resolve(".data", "test", `run-${process.pid}`);
  onShutdown(() => rmSync(folder, { recursive: true, force: true }));

  const results: Result[] = [];
  if (!onlyBrowser) {
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
    results.push(await runVitest("Testing the parts", services, {}));
    results.push(await runVitest("Testing an image and a fleet", services, { SLOW: "on" }));
  }
  const browser = await runBrowserTests(
    services,
    args.filter((arg) => arg !== "--only-browser"),
  );

  await runShutdownTasks();
  for (const what of [...leftOut, ...browser.leftOut]) console.log(`Left out: ${what}.`);
  const all = sum([...results, ...browser.results]);
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

function runVitest(name: string, { folder, serverUrl, redisUrl }: Services, given: Record<string, string>) {
  const report = path.join(folder, `vitest${given.SLOW ? "-slow" : ""}.xml`);
  const reporters = ["--reporter=default", "--reporter=junit", `--outputFile.junit=${report}`];
  const env = { DATABASE_URL: serverUrl, ...(redisUrl && { TEST_REDIS_URL: redisUrl }), ...given };
  return runTests(name, ["node_modules/vitest/vitest.mjs", "run", ...reporters], report, env);
}
