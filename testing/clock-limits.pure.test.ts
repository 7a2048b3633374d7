import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clockLimits } from "./clock-limits";

const START = "const startedAt = performance.now();\n";

test.each([
  `${START}expect(performance.now() - startedAt).toBeLessThan(1_000);`,
  `${START}const tookMs = performance.now() - startedAt; expect(tookMs).toBeLessThan(300 + 0.4 * CHECKS);`,
  `const times: number[] = []; ${START}times.push(performance.now() - startedAt); expect(Math.min(...times)).toBeLessThan(300);`,
  `const cpu = process.cpuUsage(); expect(process.cpuUsage(cpu).user / 1_000).toBeLessThan(2_000);`,
  `async function measure(days: number): Promise<number> { const at = process.cpuUsage(); work(days); const { user } = process.cpuUsage(at); return user; }
   const [short, long] = [await measure(9), await measure(90)]; expect(long).toBeLessThan(20 * short);`,
  `const refusalTime = async (email: string) => { ${START} await refuse(email); return performance.now() - startedAt; };
   const [known, unknown] = [await refusalTime("a"), await refusalTime("b")]; expect(unknown).toBeGreaterThan(known / 5);`,
  `function refusal(text: string): [string, number] { ${START} return [parse(text), performance.now() - startedAt]; }
   const [message, ms] = refusal(text); expect(message).toBe("no"); expect(ms).toBeLessThan(2_000);`,
  `let longest = 0; for (let last = performance.now(); ; ) longest = Math.max(longest, performance.now() - last);
   expect(longest).toBeLessThan(MAX_WAIT_MS);`,
  `const response = async () => { ${START} return { text, ms: performance.now() - startedAt }; };
   const one = await response(); times.known?.push(one.ms); const [first] = [Math.min(...times.known)];
   expect(Math.max(first, 1) / 2).toBeLessThan(3);`,
  `const beganAt = Date.now(); send(); expect((checkIn?.at.getTime() ?? 0) - beganAt).toBeLessThan(200);`,
  "expect(Date.now() - Number(gap?.endsAt)).toBeLessThan(2_000);",
  "expect(await msSinceListening()).toBeLessThan(5_000);",
  "expect(Math.abs(end - Date.now() - 4 * HOUR_MS)).toBeLessThan(60_000);",
  "expect(Math.max(...latenciesMs)).toBeLessThan(300);",
  "expect(Math.max(...lags)).toBeLessThan(AT_ONCE_MS);",
  "expect(dueAt.getTime() - Date.now()).toBeGreaterThan(50_000);",
  "expect(dueAt.getTime()).toBeGreaterThan(Date.now() + 6_000);",
  `${START}expect(performance.now() - startedAt < 500).toBe(true);`,
])("a limit from above is found: %s", (source) => {
  expect(clockLimits(source)).toHaveLength(1);
});

test.each([
  `${START}expect(performance.now() - startedAt).toBeGreaterThan(9_000);`,
  `const before = Date.now(); send(); expect(dueAt.getTime()).toBeGreaterThanOrEqual(before + 7_000);`,
  "expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);",
  "expect(deadline - Date.now()).toBeLessThanOrEqual(2 * HOUR_MS);",
  "const deadline = new Date(Date.now() + HOUR_MS); expect(rows.length).toBeLessThan(10);",
  "expect(bytes).toBeLessThan(MAX_BYTES); // Date.now() - startedAt",
  'expect("performance.now() - startedAt").toBeLessThan(1);',
])("no limit from above: %s", (source) => {
  expect(clockLimits(source)).toEqual([]);
});

const list = (...patterns: string[]) =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...patterns], { encoding: "utf8" })
    .trim()
    .split("\n")
    .filter((file) => !file.endsWith("clock-limits.pure.test.ts"))
    .map((file) => [file, readFileSync(file, "utf8")] as const);

const tests = list("*.test.ts", "*.test.tsx", "e2e/*.ts");

test("no test holds an elapsed time from above: it counts, or has a clock of its own", () => {
  expect(tests.flatMap(([file, source]) => clockLimits(source).map((limit) => `${file}: ${limit}`))).toEqual(
    [],
  );
});

test("no test is repeated until it passes", () => {
  const all = [...tests, ...list("vitest.config.ts", "testing/*.ts")];
  expect(all.filter(([, source]) => /\b(?:retry|retries): [1-9]/.test(source)).map(([file]) => file)).toEqual(
    [],
  );
});

test("tests wait by `eventually`, or for longer: what Vitest waits on its own is a second", () => {
  const waits = /\bvi\s*\.wait(?:For|Until)\(/;
  const isLonger = /timeout: (?:60_000|RUNS \* 20_000 \+ 240_000)/;
  expect(
    tests.flatMap(([file, source]) => (waits.test(source) && !isLonger.test(source) ? [file] : [])),
  ).toEqual([]);
});
