import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { extractReleaseBefore, isReleaseBeforeKnown } from "@/testing/release-before";

/** The tests of that release for everything that a running version does with its database: check-ins, sweeps, sending, and the API. */
const TESTS = [
  "checkin/http-server.test.ts",
  "lib/alerts/routing.test.ts",
  "lib/channels/deliver.test.ts",
  "lib/channels/disable.test.ts",
  "lib/channels/order.test.ts",
  "lib/check-ins/batcher.test.ts",
  "lib/drills/kept.test.ts",
  "lib/incidents/escalate.test.ts",
  "lib/monitoring/sweep.test.ts",
  "worker/start-workers.test.ts",
  "app/v1/channels.test.ts",
  "app/v1/operations.test.ts",
];

const folder = mkdtempSync(path.join(tmpdir(), "tattle-previous-"));
afterAll(() => rm(folder, { recursive: true, force: true }), 120_000);

test("the release before still works after the migrations of this one", async ({ skip }) => {
  if (!isReleaseBeforeKnown()) return skip("the git history that contains the release before is missing");
  await extractReleaseBefore(folder);
  cpSync("prisma/migrations", path.join(folder, "prisma", "migrations"), { recursive: true });
  expect(TESTS.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  const { TEST_LONG: _, TEST_DATABASE_PREFIX: __, VITEST: ___, TEST_REPORT: ____, ...env } = process.env;
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...TESTS], {
    cwd: folder,
    env: { ...env, DATABASE_URL: inject("serverUrl") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise((resolve) => child.once("exit", resolve));

  expect(code, output).toBe(0);
}, 600_000);
