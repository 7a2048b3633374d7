import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ageMs, type Moment, readMoment } from "../moment";
import type { Report } from "./report";
import { hasLiveOwner, listSpool, makeRoom, readSpooled, spool } from "./spool";

const { TATTLE_STATE_DIR } = process.env;
let state: string;
beforeEach(() => {
  state = mkdtempSync(path.join(os.tmpdir(), "tattle-spool-"));
  process.env.TATTLE_STATE_DIR = state;
});
afterEach(() => {
  rmSync(state, { recursive: true });
  if (TATTLE_STATE_DIR === undefined) delete process.env.TATTLE_STATE_DIR;
  else process.env.TATTLE_STATE_DIR = TATTLE_STATE_DIR;
});

const aReport = (wallMs: number, rid = `r${wallMs}`): Report => ({
  server: null,
  snitch: { kind: "url", checkInUrl: "http://127.0.0.1:9/a" },
  signal: "0",
  parameters: { rid },
  at: { ...readMoment(), wallMs },
});
const rids = () => listSpool().map((file) => readSpooled(file)?.report.parameters.rid);

test("reports come back as they were, oldest first, and only their owner can read them", () => {
  const output = Buffer.from([0, 10, 255, 13]);
  const file = spool(aReport(2_000), output);
  spool(aReport(1_000));

  expect(rids()).toEqual(["r1000", "r2000"]);
  expect(readSpooled(file)?.output).toEqual(output);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(hasLiveOwner(file)).toBe(true);
  expect(hasLiveOwner(file.replace(/-\w+(?=\.\d+\.report$)/, "-"))).toBe(true);
});

test("a full spool loses outputs first, the oldest of them, and says so", () => {
  for (const at of [1, 2, 3]) spool(aReport(at), Buffer.alloc(5_000));

  const said = makeRoom(undefined, 10, 14_000);

  expect(said).toMatch(/^The spool .+ is full\. Removed the oldest: 1 output, 0 reports\.$/);
  expect(listSpool().map((file) => readSpooled(file)?.output.length)).toEqual([0, 5_000, 5_000]);
  expect(readSpooled(listSpool()[0] ?? "")?.report.parameters.m).toContain("deleted");
});

test("then the oldest reports, and nothing is left of them", () => {
  for (const at of [1, 2, 3, 4]) spool(aReport(at));

  makeRoom(undefined, 2);

  expect(rids()).toEqual(["r3", "r4"]);
  expect(readdirSync(path.join(state, "spool"))).toHaveLength(2);
});

describe("the age of a report", () => {
  const now: Moment = { wallMs: 1_000_000, bootId: "one", uptimeMs: 500_000 };

  test.each<[string, Partial<Moment>, number]>([
    ["is the time since then, whatever the clock said", { uptimeMs: 200_000, wallMs: 9e12 }, 300_000],
    ["is never negative", { uptimeMs: 500_010 }, 0],
    ["is by the clock after a restart", { bootId: "zero", wallMs: 100_000 }, 900_000],
    ["is at least the time since the restart", { bootId: "zero", wallMs: 999_000 }, 500_000],
    ["is by the clock where nothing else is known", { bootId: "", uptimeMs: null, wallMs: 400_000 }, 600_000],
  ])("%s", (_, then, expected) => {
    const reference = then.bootId === "" ? { ...now, bootId: "", uptimeMs: null } : now;
    expect(ageMs({ ...now, ...then }, reference)).toBe(expected);
  });
});
