import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readCommit } from "./version";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-version-"));
const clone = path.join(folder, "clone");
const worktree = path.join(folder, "worktree");
afterAll(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync("git", ["-C", clone, "-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    encoding: "utf8",
  }).trim();

test("the commit is what git has checked out: a branch, a packed one, a commit on its own, a worktree", () => {
  execFileSync("git", ["init", "-q", "-b", "main", clone]);
  git("commit", "-q", "--allow-empty", "-m", "One");
  const first = git("rev-parse", "HEAD");
  expect(readCommit(clone)).toBe(first.slice(0, 12));

  git("pack-refs", "--all");
  expect(readCommit(clone)).toBe(first.slice(0, 12));

  git("worktree", "add", "-q", "-b", "other", worktree);
  git("commit", "-q", "--allow-empty", "-m", "Two");
  expect(readCommit(clone)).toBe(git("rev-parse", "HEAD").slice(0, 12));
  expect(readCommit(worktree)).toBe(first.slice(0, 12));

  git("checkout", "-q", "--detach", first);
  expect(readCommit(clone)).toBe(first.slice(0, 12));
});

test("a release says it in a file, and nothing else is invented", () => {
  expect(readCommit(folder)).toBe("unknown");
  writeFileSync(path.join(folder, "COMMIT"), `${"0a".repeat(20)}\n`);
  expect(readCommit(folder)).toBe("0a0a0a0a0a0a");
  writeFileSync(path.join(folder, "COMMIT"), "HEAD");
  expect(readCommit(folder)).toBe("unknown");
});

test("a program that was built of a commit says that one, wherever it runs", async () => {
  vi.stubEnv("NEXT_PUBLIC_COMMIT", "0123456789ab");
  vi.resetModules();
  expect((await import("./version")).COMMIT).toBe("0123456789ab");
  vi.stubEnv("NEXT_PUBLIC_COMMIT", "");
  vi.resetModules();
  expect((await import("./version")).COMMIT).toBe(readCommit("."));
  vi.unstubAllEnvs();
});
