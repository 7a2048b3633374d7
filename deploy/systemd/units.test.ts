import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { ENV_NAMES, readEnv } from "@/lib/platform/env";
import { GIVE_BACK, listPrograms } from "@/scripts/programs";
import { lacks } from "@/testing/languages";

const UNITS = ["tattle.service", "tattle@.service"];
const read = (unit: string) => readFileSync(path.join("deploy", "systemd", unit), "utf8");
const folder = mkdtempSync(path.join(tmpdir(), "tattle-units-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs systemd-analyze on a unit, a template as its instance `checkin`. Returns what it says. */
function analyze(unit: string, ...args: string[]): string {
  const file = path.join(folder, unit.replace("@.", "@checkin."));
  cpSync(path.join("deploy", "systemd", unit), file);
  return execFileSync("systemd-analyze", [...args, file], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

const testWithSystemd = test.skipIf(lacks("systemd-analyze"));

testWithSystemd.each(UNITS)("%s is right, and exposes little", (unit) => {
  // What it names must exist, and node is elsewhere on many machines.
  expect(() => analyze(unit, "verify", "--man=no", "--recursive-errors=no")).not.toThrow(
    /Unknown|Failed to parse/,
  );
  // A tenth of the scale, 0 to 10. It throws if the unit exposes more.
  expect(analyze(unit, "security", "--offline=true", "--threshold=30")).toContain("Overall exposure level");
});

test.each(UNITS)("%s gives the program variables that it knows", (unit) => {
  const variables = [...read(unit).matchAll(/^Environment=(.*)$/gm)].flatMap(([, all = ""]) =>
    all.split(" "),
  );
  const env = Object.fromEntries(variables.map((text) => text.split("=") as [string, string]));
  expect(readEnv(env)).toMatchObject({
    HOST: "127.0.0.1",
    DATA_DIR: expect.stringContaining("/var/lib/tattle"),
  });
  const ofNode = ["NODE_ENV", "NODE_OPTIONS", "UV_THREADPOOL_SIZE"];
  const known = [...ENV_NAMES, ...Object.keys(GIVE_BACK), "TATTLE_BUILD", ...ofNode];
  const options = (name: string) => /^(HEAP|OPTIONS)_/.test(name);
  expect(Object.keys(env).filter((name) => !known.includes(name) && !options(name))).toEqual([]);
});

test("a process has the options of Node.js that npm start gives it, and those that an operator sets come last", () => {
  const unit = read("tattle@.service");
  for (const { name, args, env } of listPrograms({ NODE_ENV: "production", MAIL_IN_PORT: "2525" }, false)) {
    const value = (variable: string) =>
      new RegExp(`^Environment=.*\\b${variable}=(\\S*)`, "m").exec(unit)?.[1];
    expect(value(`OPTIONS_${name}`), name).toBe(args.slice(0, -1).join(" "));
    expect(`--max-old-space-size=${value(`HEAP_${name}`)}`).toBe(env.NODE_OPTIONS);
  }
  expect(unit).toContain(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: systemd's.
    "ExecStart=/usr/bin/node --max-old-space-size=${HEAP_%i} $OPTIONS_%i $NODE_OPTIONS /opt/tattle/current/dist/%i.js\n",
  );
});
