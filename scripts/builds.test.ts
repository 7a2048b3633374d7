import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildOnce, nameOfBuild } from "./builds.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-builds-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = path.join(folder, "source.ts");
function nameFor(text: string) {
  writeFileSync(source, text);
  return nameOfBuild([source]);
}

/** Builds into this folder, and counts how often there was work to do. */
function aBuilder(builds: string) {
  let count = 0;
  const work = async (output: string) => {
    count += 1;
    mkdirSync(output, { recursive: true });
  };
  return { build: (name: string) => buildOnce(builds, name, work), count: () => count };
}

test("the name of a build changes with its sources, and with nothing else", () => {
  const name = nameFor("one");

  expect(nameFor("two")).not.toBe(name);
  expect(nameFor("one")).toBe(name);
});

test("the same sources are built once, and changed ones again", async () => {
  const { build, count } = aBuilder(path.join(folder, "once"));
  const first = await build(nameFor("one"));

  expect(await build(nameFor("one"))).toBe(first);
  expect(count()).toBe(1);
  expect(await build(nameFor("two"))).not.toBe(first);
  expect(count()).toBe(2);
});

test("a build that failed is tried again", async () => {
  const builds = path.join(folder, "failed");
  const failing = buildOnce(builds, nameFor("one"), async () => {
    throw new Error("no space left");
  });

  await expect(failing).rejects.toThrow("no space left");
  const { build, count } = aBuilder(builds);
  await build(nameFor("one"));
  expect(count()).toBe(1);
});

test("a build that a process uses stays, and one that no process uses is removed", async () => {
  const { build } = aBuilder(path.join(folder, "unused"));
  const used = await build(nameFor("one"));
  const unused = await build(nameFor("two"));
  rmSync(`${unused}.users`, { recursive: true });

  await build(nameFor("three"));

  expect(existsSync(used)).toBe(true);
  expect(existsSync(unused)).toBe(false);
});
