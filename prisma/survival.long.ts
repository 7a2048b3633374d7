import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { runNpm } from "@/scripts/process.mjs";

/** The release before this one, 0.1.0: an installation of it is upgraded process by process, and may go back. */
const RELEASE = "85f716a";

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

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();

function isInHistory(commit: string): boolean {
  try {
    return git("cat-file", "-t", commit) === "commit";
  } catch {
    return false;
  }
}

const folder = mkdtempSync(path.join(tmpdir(), "tattle-previous-"));
afterAll(() => rm(folder, { recursive: true, force: true }), 120_000);

/** Extracts a version into the folder, installs the packages that it names, and adds the newest migrations. */
async function extract(commit: string): Promise<void> {
  execFileSync("sh", ["-c", `git archive ${commit} | tar -x -C "${folder}"`]);
  const failure = "the packages of the release before could not be installed";
  await runNpm(["ci", "--prefix", folder, "--no-audit", "--no-fund"], { failure });
  cpSync("prisma/migrations", path.join(folder, "prisma", "migrations"), { recursive: true });
}

test("the release before still works after the migrations of this one", async ({ skip }) => {
  if (!isInHistory(RELEASE)) return skip("the git history that contains the release before is missing");
  await extract(RELEASE);
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
