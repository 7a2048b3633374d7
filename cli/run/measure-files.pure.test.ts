import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { matchesPattern, measureFiles, readMetrics } from "./metrics";

const NOW_MS = new Date("2026-03-10T03:00Z").getTime();
let folder: string;
const at = (name: string) => path.join(folder, name);

function writeAged(name: string, text: string, ageSeconds: number): void {
  writeFileSync(at(name), text);
  utimesSync(at(name), NOW_MS / 1_000 - ageSeconds, NOW_MS / 1_000 - ageSeconds);
}

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "tattle-measure-"));
  for (const name of ["out", "many"]) mkdirSync(at(name));
  writeAged("monday.dump", "1234", 90_000);
  writeAged("tuesday.dump", "12", 60);
  writeAged("future.log", "1", -60);
  writeAged("out/secret", "secret", 60);
  writeFileSync(at(".hidden.dump"), "");
  mkdirSync(at("folder.dump"));
  spawnSync("mkfifo", [at("pipe.dump")]);
  symlinkSync("tuesday.dump", at("latest"));
  symlinkSync(at("tuesday.dump"), at("latest-by-its-path"));
  symlinkSync("latest", at("link-to-a-link"));
  symlinkSync("out/secret", at("below"));
  symlinkSync("/etc/passwd", at("away"));
  symlinkSync("/etc/passwd", at("away.dump"));
  symlinkSync("nowhere", at("broken"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const found = (count: number, bytes: number, age: number) => ({
  "metric.file_count": String(count),
  "metric.file_bytes": String(bytes),
  "metric.file_age_seconds": String(age),
});
const MISSING = { "metric.file_count": "0", "metric.file_bytes": "0" };

test.each([
  ["monday.dump", found(1, 4, 90_000)],
  ["*.dump", found(2, 2, 60)],
  ["m?nday.*", found(1, 4, 90_000)],
  ["future.log", found(1, 1, 0)],
  ["latest", found(1, 2, 60)],
  ["latest-by-its-path", found(1, 2, 60)],
  ["wednesday.dump", MISSING],
  ["*.sql", MISSING],
  ["nowhere/*.dump", MISSING],
  ["monday.dump/x", MISSING],
  ["folder.dump", MISSING],
  ["pipe.dump", MISSING],
  ["link-to-a-link", MISSING],
  ["below", MISSING],
  ["away", MISSING],
  ["broken", MISSING],
])("what is known of %s is reported, and no file is opened for it", (name, metrics) => {
  const before = process.cwd();
  expect(measureFiles(at(name), NOW_MS)).toEqual(metrics);
  expect(process.cwd()).toBe(before);
});

test("a pattern counts ten thousand files at most", () => {
  for (let i = 0; i < 10_050; i += 1) writeFileSync(at(`many/${i}`), "");
  expect(measureFiles(at("many/*"), NOW_MS)).toMatchObject({ "metric.file_count": "10000" });
});

test("any pattern matches as a regular expression with the same meaning does", () => {
  const word = (letters: string[]) =>
    fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join(""));
  fc.assert(
    fc.property(word(["a", "b", ".", "*", "?"]), word(["a", "b", "."]), (pattern, name) => {
      const source = pattern.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".");
      const isHidden = name.startsWith(".") && !pattern.startsWith(".");
      expect(matchesPattern(pattern, name)).toBe(!isHidden && new RegExp(`^${source}$`).test(name));
    }),
    { numRuns: 2_000 },
  );
});

test("a pattern of many stars is matched in a moment", () => {
  expect(matchesPattern(`${"*a".repeat(100)}b`, "a".repeat(255))).toBe(false);
});

test("the numbers of a file are read, and nothing else in it", () => {
  writeFileSync(
    at("numbers"),
    "rows 812\n\n# files 3\nload.avg\t-1.5e2\nsecret abc\na b 3\n  spaces   7  \r\n",
  );
  expect(readMetrics(at("numbers"))).toEqual({
    "metric.rows": "812",
    "metric.load.avg": "-1.5e2",
    "metric.spaces": "7",
  });
});

test.each(["pipe.dump", "latest", "out", "nowhere"])(
  "%s has no numbers, and keeps no one waiting",
  (name) => {
    expect(() => readMetrics(at(name))).toThrow();
  },
);
