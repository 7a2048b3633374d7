import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageLock from "@/package-lock.json" with { type: "json" };

type Entry = { version?: string; resolved?: string; integrity?: string };

// npm leaves out those of packages within the archive of another one: `npm view NAME@VERSION dist.integrity` has them.
test("the lock file has the checksum of every package, and names no registry", () => {
  const { "": _ours, ...packages } = packageLock.packages as Record<string, Entry>;
  const entries = Object.entries(packages);
  expect(entries.length).toBeGreaterThan(500);
  const unchecked = entries.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ""));
  expect(unchecked.map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test("the image installs what the lock file says, on a base that is named by its digest", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases).toEqual([bases[0], bases[0], "scratch"]);
  expect(bases[0]).toMatch(/^node:[\d.]+-bookworm-slim@sha256:[\da-f]{64}$/);
  expect(dockerfile).toMatch(/^RUN npm ci /m);
  expect(dockerfile).not.toMatch(/npm (?:i|install|add) /);
});

test("workflows name actions by their commit", () => {
  const folder = ".github/workflows";
  const lines = readdirSync(folder).flatMap((file) => readFileSync(`${folder}/${file}`, "utf8").split("\n"));
  const uses = lines.filter((line) => /^\s*(?:- )?uses:/.test(line));
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((line) => !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});
