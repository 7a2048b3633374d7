import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import getPort from "get-port";
import { buildDatabaseUrl, createDatabase } from "@/lib/platform/postgres-server";
import { findFreePorts } from "@/scripts/ports";
import { serve } from "@/scripts/supervise";
import { getChromium, getHeadlessShell } from "@/testing/chromium";
import { oneFailed, type Result, runTests } from "@/testing/run-tests";
import { SELF_SIGNED } from "@/testing/self-signed";
import { emptyRedis } from "@/testing/test-redis";

export type Services = { folder: string; serverUrl: string; redisUrl: string | null; prefix: string };

const SETTINGS = {
  // The tests create sessions themselves, for example an expired one.
  AUTH_SECRET: "only-the-tests-sign-with-this-secret",
  // Each test signs up a person of its own, and addresses outside a case must confirm.
  SIGN_UP: "open",
  // The tests run a fake GitHub at GITHUB_URL.
  GITHUB_ID: "tests",
  GITHUB_SECRET: "tests",
  // Each user of the tests has an IP address, so that no rate limit counts two of them together.
  TRUSTED_PROXIES: "127.0.0.1, ::1",
  // Some people of the permission table are signed in by a proxy, which the tests play.
  AUTH_PROXY_USER_HEADER: "X-Forwarded-Email",
  // The webhook receivers of the tests listen on loopback.
  ALLOW_PRIVATE_TARGETS: "on",
  LOG_LEVEL: "warn",
};

/**
 * Which browser tests run. Those with `@long` in their titles are left out of `npm test`; `npm run test:long` has them, and with
 * `@size` those that do more with TEST_LONG.
 */
const SELECTIONS = {
  all: { args: [], env: { TEST_LONG: "on" } },
  short: { args: ["--grep-invert", "@long"], env: {} },
  long: { args: ["--grep", "@long|@size"], env: { TEST_LONG: "on" } },
};
export type Selection = keyof typeof SELECTIONS;

/** Runs a selection of the browser tests, with the main story on Redis if they include the long ones; or those of some files. */
export async function runBrowserTests(services: Services, selection: Selection, files: string[] = []) {
  const chromium = await getChromium();
  if (!chromium) {
    const advice =
      "no Chromium was found or could be installed: install one, or set PLAYWRIGHT_CHROMIUM to its path";
    return { results: [], leftOut: [`browser tests: ${advice}`] };
  }
  const browsers = { E2E_CHROMIUM: chromium, E2E_HEADLESS_SHELL: await getHeadlessShell(chromium) };
  const { args, env } = SELECTIONS[selection];
  const settings = { ...browsers, ...env };
  const results = [await runOnce("postgres", "", settings, services, [...args, ...files])];
  if (services.redisUrl && files.length === 0 && selection !== "short") {
    await emptyRedis(services.redisUrl);
    results.push(await runOnce("redis", services.redisUrl, settings, services, ["--grep", "@story"]));
  }
  return { results, leftOut: [] };
}

async function runOnce(
  queue: string,
  redisUrl: string,
  browsers: Record<string, string>,
  { folder, serverUrl, prefix }: Services,
  args: string[],
): Promise<Result> {
  const database = `${prefix}_${queue}`;
  await createDatabase(serverUrl, database);
  mkdirSync(folder, { recursive: true });
  const certificate = path.join(folder, `${queue}.pem`);
  writeFileSync(certificate, SELF_SIGNED.cert);
  const settings = {
    ...SETTINGS,
    // The tests’ push service uses this certificate.
    NODE_EXTRA_CA_CERTS: certificate,
    GITHUB_URL: `http://127.0.0.1:${await getPort()}`,
    DATABASE_URL: buildDatabaseUrl(serverUrl, database),
    REDIS_URL: redisUrl,
    DATA_DIR: path.join(folder, queue),
  };
  const tattle = await serve({ ...process.env, ...settings, ...(await findFreePorts()) }).catch(
    (error: Error) => {
      console.error(error.message);
    },
  );
  if (!tattle) return oneFailed(`start of Tattle, with the queue on ${queue}`);
  const report = path.join(folder, `${queue}.xml`);
  const env = {
    APP_URL: tattle.appUrl,
    CHECK_IN_URL: tattle.checkInUrl,
    DATABASE_URL: settings.DATABASE_URL,
    AUTH_SECRET: settings.AUTH_SECRET,
    E2E_GITHUB_URL: settings.GITHUB_URL,
    ...browsers,
    E2E_REPORT: report,
  };
  const playwright = [
    "node_modules/@playwright/test/cli.js",
    "test",
    "-c",
    "e2e/playwright.config.ts",
    ...args,
  ];
  const result = await runTests(
    `Testing in the browser, with the queue on ${queue}`,
    playwright,
    report,
    env,
  );
  await tattle.stop();
  return result;
}
