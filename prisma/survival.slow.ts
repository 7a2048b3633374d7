import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { listMigrations } from "./migrate";

/** Tests of everything that a running version does with its database: check-ins, sweeps, sending, and the API. */
const TESTS = [
  "checkin/http-server.test.ts",
  "lib/check-ins/batcher.test.ts",
  "lib/monitoring/sweep.test.ts",
  "worker/start-workers.test.ts",
  "app/v1/operations.test.ts",
];

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();

type PreviousVersion = { commit: string } | { commit: null; reason: string };

/** The commit before the one that added the newest migration, or the reason why there is none. */
async function previousVersion(): Promise<PreviousVersion> {
  const migrations = await listMigrations();
  if (migrations.length < 2)
    return { commit: null, reason: "the initial migration is the only one, so no older version exists" };
  try {
    const added = git(
      "log",
      "--diff-filter=A",
      "--format=%H",
      "-1",
      "--",
      migrationFolder(migrations.at(-1)),
    );
    return { commit: git("rev-parse", "--verify", added ? `${added}^` : "HEAD") };
  } catch {
    return { commit: null, reason: "the git history that contains the previous version is missing" };
  }
}

const migrationFolder = (name: string | undefined) => `prisma/migrations/${name}`;

const previous = await previousVersion();
const folder = mkdtempSync(path.join(tmpdir(), "tattle-previous-"));
afterAll(() => rm(folder, { recursive: true, force: true }), 120_000);

/** Extracts that version into the folder, with links to the installed packages, and with the newest migrations. */
function extract(commit: string): void {
  execFileSync("sh", ["-c", `git archive ${commit} | tar -x -C "${folder}"`]);
  const packages = path.join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync("node_modules").filter((entry) => !entry.startsWith(".cache")))
    if (name !== ".package-lock.json")
      symlinkSync(path.resolve("node_modules", name), path.join(packages, name));
  // Without this file, that version would install its packages again.
  cpSync(path.join(folder, "package-lock.json"), path.join(packages, ".package-lock.json"));
  cpSync("prisma/migrations", path.join(folder, "prisma", "migrations"), { recursive: true });
}

test("the listed tests exist", () => {
  expect(TESTS.filter((file) => !existsSync(file))).toEqual([]);
});

test("the version before the newest migration still works after the migration", async ({ skip }) => {
  if (previous.commit === null) return skip(previous.reason);
  extract(previous.commit);
  const files = TESTS.filter((file) => existsSync(path.join(folder, file)));
  expect(files.length).toBeGreaterThan(2);
  const { SLOW: _, TEST_DATABASE_PREFIX: __, VITEST: ___, ...env } = process.env;
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...files], {
    cwd: folder,
    env: { ...env, DATABASE_URL: inject("serverUrl") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise((resolve) => child.once("exit", resolve));

  expect(code, output).toBe(0);
}, 300_000);
