import { readFileSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { planFile } from "@/lib/configuration/plan-file";
import { readKuma } from "@/lib/imports/kuma/read";
import { aCase } from "@/testing/factories";
import { aDatabaseOfAddedColumns } from "@/testing/kuma-database";
import { runsFor } from "@/testing/runs";
import { readInThread } from "./thread";

const SNITCHES = runsFor("lib/platform/thread.test.ts");
/** How many lines the other files have, alongside their full size. */
const SHARE = SNITCHES / 20_000;
const NAMES = 90_000 * SHARE;
const MERGES = 50_000 * SHARE;
const EMPTY_LINES = 900_000 * SHARE;

/** How many threads this process has started. */
let threads = 0;
const countThread = () => {
  threads += 1;
};
beforeAll(() => void process.on("worker", countThread));
afterAll(() => void process.off("worker", countThread));
beforeEach(() => {
  threads = 0;
});

const ORIGIN = { account: "ada", url: "", key: "", organization: "", allowPrivate: false };
const FILE = { prunes: false, secrets: {} };
const ENTRIES = "version: 1\nsnitches:\n";

const texts: [string, string][] = [
  [`${NAMES} unknown names`, Array.from({ length: NAMES }, (_, i) => `k${i}: 1`).join("\n")],
  [`${MERGES} merges`, `version: 1\nx: &x {a: 1, b: 2}\ny:\n${"  <<: *x\n".repeat(MERGES)}`],
  [`${EMPTY_LINES} empty lines`, `version: 1\nx: |\n  a${"\n".repeat(EMPTY_LINES)}`],
  [
    `${NAMES} unknown names of one snitch`,
    `${ENTRIES}  - key: a\n${Array.from({ length: NAMES }, (_, i) => `    k${i}: 1\n`).join("")}`,
  ],
  [
    `${SNITCHES} snitches`,
    ENTRIES +
      Array.from({ length: SNITCHES }, (_, i) => `  - {key: k${i}, name: a, interval: daily}\n`).join(""),
  ],
  [
    `${SNITCHES} snitches that depend on one another`,
    ENTRIES +
      Array.from(
        { length: SNITCHES },
        (_, i) => `- {key: k${i}, name: a, interval: daily, depends_on: [k${i + 1}]}\n`,
      ).join(""),
  ],
];

test.each(texts)(
  "a file with %s is read by a thread, and not much comes back of its problems",
  async (_, text) => {
    const { id } = await aCase();
    const atLimit = (limit: string) => ({ attribute: "text", message: limit });
    const asked = { caseId: id, upload: { account: id, atLimit } };
    const result = await planFile({ ...FILE, text }, asked).catch((error: Error) => error);
    if (!(result instanceof Error)) expect(result.problems.length).toBeLessThanOrEqual(100);
    expect(threads).toBe(1);
  },
);

test("a kuma.db with 1,950 added columns and 9,999 rows is read by a thread", async () => {
  const file = await aDatabaseOfAddedColumns(9_999);
  expect((await readKuma({ ...ORIGIN, file })).monitors).toHaveLength(9_999);
  expect(threads).toBe(1);
});

test("a thread is ended at its limits of time and memory, and says which it was", async () => {
  const text = texts[1]?.[1];
  const read = (limits: { ms: number; heapMb: number }) =>
    readInThread("plan-configuration", "ada", async () => ({ text, existing: {}, ...FILE }), limits);
  expect(await read({ ms: 50, heapMb: 384 })).toEqual({ limit: "time" });
  // As `npm start` has every process begin.
  setFlagsFromString("--max-old-space-size=4096");
  expect(await read({ ms: 100_000, heapMb: 12 })).toEqual({ limit: "memory" });
});

/** The compiled files that a program consists of. */
function filesOf(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file);
  for (const [, chunk = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import) "(\.\/[^"]+)"/g)) {
    const next = path.join(path.dirname(file), chunk);
    if (!seen.has(next)) filesOf(next, seen);
  }
  return seen;
}

test.each(["estimate-password", "plan-configuration", "read-kuma"])(
  "the thread %s starts without the client of the database, which takes longer to load than all else",
  (name) => {
    const files = [...filesOf(path.join(inject("compiled"), `${name}.js`))];
    expect(files.filter((file) => /from "(@prisma|pg)/.test(readFileSync(file, "utf8")))).toEqual([]);
  },
);
