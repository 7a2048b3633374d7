import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { extractReleaseBefore, isReleaseBeforeKnown, RELEASES_BEFORE } from "@/testing/release-before";

/** The tests of a release for everything that a running version does with its database: check-ins, sweeps, sending, and the API. */
const TESTS = [
  "checkin/http-server.test.ts",
  "lib/channels/disable.test.ts",
  "lib/check-ins/batcher.test.ts",
  "lib/incidents/escalate.test.ts",
  "lib/monitoring/sweep.test.ts",
  "worker/start-workers.test.ts",
  "app/v1/channels.test.ts",
  "app/v1/random-operations.test.ts",
];
const TESTS_OF_DELIVERY = [
  "lib/notifications/routing.test.ts",
  "lib/delivery/deliver.test.ts",
  "lib/delivery/order.test.ts",
];
const MORE_TESTS = {
  "0.1.0": [
    "lib/drills/kept.test.ts",
    "lib/alerts/routing.test.ts",
    "lib/channels/deliver.test.ts",
    "lib/channels/order.test.ts",
  ],
  "0.2.1": ["lib/drills/kept.test.ts", ...TESTS_OF_DELIVERY],
  "0.3.2": ["lib/drills/start-monthly.test.ts", ...TESTS_OF_DELIVERY],
};

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))), 120_000);

test.for(RELEASES_BEFORE)(
  "%s still works after the migrations of this version",
  { timeout: 900_000 },
  async (release, { skip }) => {
    if (!isReleaseBeforeKnown(release)) return skip(`the git history that contains ${release} is missing`);
    const folder = mkdtempSync(path.join(tmpdir(), "tattle-previous-"));
    folders.push(folder);
    const tests = [...TESTS, ...MORE_TESTS[release]];
    await extractReleaseBefore(release, folder);
    cpSync("prisma/migrations", path.join(folder, "prisma", "migrations"), { recursive: true });
    expect(tests.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
    const { TEST_LONG: _, TEST_DATABASE_PREFIX: __, VITEST: ___, TEST_REPORT: ____, ...env } = process.env;
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...tests], {
      cwd: folder,
      env: { ...env, DATABASE_URL: inject("serverUrl") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    const code = await new Promise((resolve) => child.once("exit", resolve));

    expect(code, output).toBe(0);
  },
);
