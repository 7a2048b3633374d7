import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { runCheckInServer } from "@/testing/check-in-server";
import { aCase } from "@/testing/factories";
import { buildDsn } from "./dsn";

const PACKAGES = [
  "@sentry/node@11.12.0",
  "@sentry/cli@3.8.0",
  "cron@4.4.0",
  "node-cron@4.6.0",
  "node-schedule@2.1.1",
];

const INSTALL_TIMEOUT_MS = 300_000;

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), "tattle-sentry-"));
afterAll(() => rm(folder, { recursive: true, force: true }), 60_000);

writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
const installed = await run("npm", ["install", "--no-audit", "--no-fund", "--silent", ...PACKAGES], {
  cwd: folder,
  timeout: INSTALL_TIMEOUT_MS,
}).then(
  () => true,
  () => false,
);

test.skipIf(installed)("Sentry’s clients are not tested: npm could not install them", ({ skip }) => skip());

const serverUrl = runCheckInServer();

/** A new case, and its DSN at the running server. */
async function aProject() {
  const theCase = await aCase();
  const { username, pathname } = new URL(buildDsn(theCase));
  return { caseId: theCase.id, dsn: serverUrl().replace("://", `://${username}@`) + pathname };
}

type Result = { code: number; output: string };

const start = (command: string, args: string[], dsn: string): Promise<Result> =>
  run(command, args, {
    cwd: folder,
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: folder, SENTRY_DSN: dsn },
    timeout: 30_000,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );

/** Runs a program with the SDK. It is unmodified: only its DSN is ours. */
function runSdk(dsn: string, program: string): Promise<Result> {
  const file = path.join(folder, "program.mjs");
  writeFileSync(
    file,
    `import * as Sentry from "@sentry/node";\nSentry.init({ dsn: process.env.SENTRY_DSN });\n${program}\nconsole.log("flushed:", await Sentry.flush(10_000));\nprocess.exit(0);`,
  );
  return start(process.execPath, [file], dsn);
}

const runCli = (dsn: string, ...args: string[]) =>
  start("node_modules/.bin/sentry-cli", ["monitors", "run", ...args], dsn);

const listSnitches = (caseId: string) =>
  db.snitch.findMany({
    where: { caseId },
    orderBy: { id: "asc" },
    include: { runs: { orderBy: { at: "asc" } } },
  });

const CONFIG = `{ schedule: { type: "crontab", value: "0 2 * * *" }, checkinMargin: 5, maxRuntime: 10, timezone: "Europe/Riga", failureIssueThreshold: 2, recoveryThreshold: 3 }`;

describe.skipIf(!installed)("@sentry/node", () => {
  test("captureCheckIn starts and finishes a run, and creates its snitch", async () => {
    const { caseId, dsn } = await aProject();

    const { output } = await runSdk(
      dsn,
      `const checkInId = Sentry.captureCheckIn({ monitorSlug: "nightly-backup", status: "in_progress" }, ${CONFIG});
       await Sentry.flush(10_000);
       Sentry.captureCheckIn({ checkInId, monitorSlug: "nightly-backup", status: "ok", duration: 1.5 });`,
    );

    expect(output).toBe("flushed: true\n");
    expect(await listSnitches(caseId)).toMatchObject([
      {
        name: "nightly-backup",
        environment: "production",
        schedule: "0 2 * * *",
        timezone: "Europe/Riga",
        grace: 300,
        maxRuntime: 600,
        alertAfter: 2,
        recoverAfter: 3,
        setBy: "sentry",
        status: "healthy",
        runs: [
          {
            outcome: "succeeded",
            reportedMs: 1_500,
            env: "production",
            rid: expect.stringMatching(/^[\da-f]{32}$/),
          },
        ],
      },
    ]);
  });

  test("withMonitor reports a run that throws, and one that does not", async () => {
    const { caseId, dsn } = await aProject();

    await runSdk(
      dsn,
      `await Sentry.withMonitor("good", async () => new Promise((resolve) => setTimeout(resolve, 50)), ${CONFIG});
       await Sentry.flush(10_000);
       await Sentry.withMonitor("bad", async () => { throw new Error("boom"); }, ${CONFIG}).catch(() => {});`,
    );

    expect(await listSnitches(caseId)).toMatchObject([
      { slug: "good", status: "healthy", runs: [{ outcome: "succeeded" }] },
      { slug: "bad", runs: [{ outcome: "failed", exitStatus: "error" }] },
    ]);
  });

  test("a start and a finish that are sent without waiting are one run, in whichever order they arrive", async () => {
    const { caseId, dsn } = await aProject();

    await runSdk(dsn, `Sentry.withMonitor("quick", () => {}, ${CONFIG});`);

    expect(await listSnitches(caseId)).toMatchObject([
      { slug: "quick", status: "healthy", runs: [{ outcome: "succeeded" }] },
    ]);
  });

  test("the instrumented schedulers report their jobs", async () => {
    const { caseId, dsn } = await aProject();

    const { output } = await runSdk(
      dsn,
      `const { CronJob } = await import("cron");
       const { default: nodeCron } = await import("node-cron");
       const { default: nodeSchedule } = await import("node-schedule");
       const Job = Sentry.cron.instrumentCron(CronJob, "with-cron");
       await new Job("0 3 * * *", () => {}, null, false, "Europe/Riga").fireOnTick();
       await Sentry.flush(10_000);
       const task = Sentry.cron.instrumentNodeCron(nodeCron).schedule("0 4 * * *", () => {}, { name: "with-node-cron", timezone: "Europe/Riga" });
       await task.execute();
       await Sentry.flush(10_000);
       const job = Sentry.cron.instrumentNodeSchedule(nodeSchedule).scheduleJob("with-node-schedule", "0 5 * * *", () => {});
       await job.invoke();`,
    );

    expect(output).toBe("flushed: true\n");
    expect(await listSnitches(caseId)).toMatchObject([
      { slug: "with-cron", schedule: "0 3 * * *", timezone: "Europe/Riga", status: "healthy" },
      { slug: "with-node-cron", schedule: "0 4 * * *", timezone: "Europe/Riga", status: "healthy" },
      { slug: "with-node-schedule", schedule: "0 5 * * *", status: "healthy" },
    ]);
  });

  test("beyond the rate of one monitor, the check-ins of others are still sent", async () => {
    const { caseId, dsn } = await aProject();

    await runSdk(
      dsn,
      `const send = async (monitorSlug, status) => { Sentry.captureCheckIn({ monitorSlug, status }, ${CONFIG}); await Sentry.flush(10_000); };
       for (let i = 0; i < 14; i += 1) await send("busy", "ok");
       await send("other", "ok");`,
    );

    const [busy, other] = await listSnitches(caseId);
    expect(await db.checkIn.count({ where: { snitchId: busy?.id, accepted: false } })).toBe(1);
    expect(other).toMatchObject({ slug: "other", status: "healthy" });
  });

  test("errors, messages and large envelopes are accepted without a word", async () => {
    const { caseId, dsn } = await aProject();

    const { output } = await runSdk(
      dsn,
      `Sentry.captureException(new Error("boom"));
       Sentry.captureMessage("x".repeat(300_000));
       Sentry.captureEvent({ message: "large", extra: { text: Array.from({ length: 20_000 }, (_, i) => String(i)) } });`,
    );

    expect(output).toBe("flushed: true\n");
    expect(await listSnitches(caseId)).toEqual([]);
  });
});

describe.skipIf(!installed)("sentry-cli monitors run", () => {
  test("reports the run of a command, and creates its snitch from its options", async () => {
    const { caseId, dsn } = await aProject();

    const options = [
      "--schedule",
      "0 2 * * *",
      "--check-in-margin",
      "5",
      "--max-runtime",
      "10",
      "--timezone",
      "Europe/Riga",
    ];
    const { code, output } = await runCli(dsn, "nightly", ...options, "--", "echo", "done");

    expect([code, output]).toEqual([0, expect.stringContaining("done")]);
    expect(await listSnitches(caseId)).toMatchObject([
      {
        slug: "nightly",
        schedule: "0 2 * * *",
        grace: 300,
        maxRuntime: 600,
        timezone: "Europe/Riga",
        status: "healthy",
        runs: [{ outcome: "succeeded" }],
      },
    ]);
  });

  test("reports a command that fails, keeps its exit status, and has a snitch for each environment", async () => {
    const { caseId, dsn } = await aProject();
    const nightly = ["nightly", "--schedule", "0 2 * * *"];

    await runCli(dsn, ...nightly, "--", "true");
    const { code } = await runCli(dsn, "nightly", "--environment", "staging", "--", "sh", "-c", "exit 3");

    expect(code).toBe(3);
    expect(await listSnitches(caseId)).toMatchObject([
      { name: "nightly", status: "healthy" },
      { name: "nightly (staging)", schedule: "0 2 * * *", status: "errored", runs: [{ outcome: "failed" }] },
    ]);
  });
});
