import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { listMigrations } from "./migrate";

/** What a running version does with its database: take check-ins, sweep, send, and answer the API. */
const ITS_OWN_TESTS = [
  "checkin/http-server.test.ts",
  "lib/check-ins/batcher.test.ts",
  "lib/monitoring/sweep.test.ts",
  "worker/start-workers.test.ts",
  "app/v1/operations.test.ts",
];

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();

/** The commit before the one that brought the newest migration; null where the history does not reach so far back. */
async function versionBefore(): Promise<string | null> {
  const latest = `prisma/migrations/${(await listMigrations()).at(-1)}`;
  try {
    const brought = git("log", "--diff-filter=A", "--format=%H", "-1", "--", latest);
    return git("rev-parse", "--verify", brought ? `${brought}^` : "HEAD");
  } catch {
    return null;
  }
}

const before = await versionBefore();
const folder = mkdtempSync(path.join(tmpdir(), "tattle-before-"));
afterAll(() => rm(folder, { recursive: true, force: true }), 120_000);

/** That version, with packages of its own that are links to ours, and with our migrations. */
function checkOut(commit: string): void {
  execFileSync("sh", ["-c", `git archive ${commit} | tar -x -C "${folder}"`]);
  const packages = path.join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync("node_modules").filter((name) => !name.startsWith(".cache")))
    if (name !== ".package-lock.json")
      symlinkSync(path.resolve("node_modules", name), path.join(packages, name));
  // It would install what it takes for missing.
  cpSync(path.join(folder, "package-lock.json"), path.join(packages, ".package-lock.json"));
  cpSync("prisma/migrations", path.join(folder, "prisma", "migrations"), { recursive: true });
}

// Without its history, a copy of the repository cannot tell which version came before.
test.skipIf(before === null)(
  "the version before the newest migration goes on working when the migration is applied",
  async () => {
    checkOut(before ?? "");
    const files = ITS_OWN_TESTS.filter((file) => existsSync(path.join(folder, file)));
    expect(files.length).toBeGreaterThan(2);
    const { SLOW: _, TEST_DATABASE_PREFIX: __, VITEST: ___, ...env } = process.env;
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...files], {
      cwd: folder,
      env: { ...env, DATABASE_URL: inject("serverUrl") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (said += text));
    const code = await new Promise((resolve) => child.once("exit", resolve));

    expect(code, said).toBe(0);
  },
  300_000,
);
