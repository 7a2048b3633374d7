import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildFlushLine } from "./flush-line";
import { buildStart, listPrograms } from "./tattle-shell";

const place = fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).map((text) => `/${text}`);

test("each minute root starts this program and nothing else, whatever it is called, or there is no line", () => {
  fc.assert(
    fc.property(place, fc.option(place), place, (program, certificates, state) => {
      const line = buildFlushLine({ command: ["/usr/bin/node", program], certificates }, state);
      const isOdd = [program, certificates ?? "", state].some((each) => /[%\p{Cc}]/u.test(each));
      expect(line === null).toBe(isOdd);
      if (line === null) return;
      const command = line.replace("* * * * * root ", "").replace("/usr/bin/node", "/usr/bin/printf' '%s\\0");
      const { stdout } = spawnSync("sh", ["-c", command.replace(" > /dev/null 2>&1", "")]);
      expect(stdout.toString()).toBe(`${[program, "flush", "--state", state].join("\0")}\0`);
    }),
    { numRuns: 60 },
  );
});

test("a line that is too long for a cron is none", () => {
  expect(buildFlushLine({ command: [`/${"x".repeat(900)}`], certificates: null }, "/state")).toBeNull();
});

test("what tattle-shell starts is known from its text", () => {
  const program = { command: ["/usr/bin/node", "/opt/o'brien/tattle.mjs"], certificates: "/etc/a b.pem" };
  expect(listPrograms(`    ${buildStart(program)} shell --state '/var/lib/tattle' -c "$2" &`)).toEqual([
    "/etc/a b.pem",
    ...program.command,
  ]);
});
