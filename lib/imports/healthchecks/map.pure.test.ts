import fc from "fast-check";
import { expect, test } from "vitest";
import { toToken } from "@/lib/rules/snitch-uuid";
import { newSnitch } from "@/lib/snitches/input";
import { CHECKS } from "@/testing/products";
import { mapHealthchecks } from "./map";
import type { Check } from "./read";

const [given] = CHECKS;

const aCheck = (changes: Partial<Check> = {}) =>
  ({ ...given, timeout: 3_600, schedule: "", tz: "", ...changes }) as Check;

const toSnitch = (changes: Partial<Check>) => {
  const [snitch] = mapHealthchecks({ checks: [aCheck(changes)], channels: [] }).snitches;
  if (!snitch) throw new Error("There is no snitch.");
  return snitch;
};

const periods: [number, string][] = [
  [60, "every 1 minutes"],
  [90, "every 90 seconds"],
  [3_600, "every 1 hours"],
  [5_400, "every 90 minutes"],
  [86_400, "every 1 days"],
  [604_800, "every 1 weeks"],
  [31_536_000, "every 365 days"],
];
test.each(periods)("a period of %d seconds is “%s”", (timeout, schedule) => {
  expect(toSnitch({ timeout }).attributes.schedule).toBe(schedule);
});

const filters: [string, Partial<Check>, object | null][] = [
  ["nothing", {}, null],
  ["only POST", { methods: "POST" }, { methods: "POST" }],
  ["manual resume", { manual_resume: true }, { manualResume: true }],
  ["keywords", { filter_body: true, start_kw: "begin" }, { inBody: true, startKeywords: "begin" }],
  [
    "the old subject",
    { subject: "ok", subject_fail: "bad" },
    { inSubject: true, successKeywords: "ok", failureKeywords: "bad" },
  ],
];
test.each(filters)("filters of a check with %s", (_, changes, expected) => {
  const { filters = null } = toSnitch(changes).identity;
  if (expected === null) expect(filters).toBeNull();
  else expect(filters).toMatchObject(expected);
});

test("a check of an old server has its UUID only in its address", () => {
  const uuid = "31365BCE-8DA9-4729-8FF3-AAA71D56B712";

  const { identity } = toSnitch({ uuid: "", ping_url: `https://hc.example.com/ping/${uuid}` });

  expect(identity.token).toBe(uuid.toLowerCase());
});

test("a snitch of another Tattle, read as a check, keeps its own token", () => {
  const uuid = "c2354d53-d200-8112-8233-00746174746c";

  expect(toSnitch({ uuid }).identity.token).toBe(toToken(uuid));
  expect(toSnitch({ uuid: "99aabbcc-ddee-8f01-8100-746174746c65" }).identity.token).toBe("99aabbccddeef011");
});

test("every check that Healthchecks allows is a valid snitch", () => {
  const seconds = fc.integer({ min: 60, max: 31_536_000 });
  const text = fc.string({ maxLength: 100 }).map((value) => value.replaceAll("\0", ""));
  fc.assert(
    fc.property(
      seconds,
      seconds,
      text,
      fc.array(fc.stringMatching(/^[\w-]{1,20}$/), { maxLength: 9 }),
      (timeout, grace, name, tags) => {
        const { attributes } = toSnitch({ timeout, grace, name, tags: tags.join(" ") });
        const result = newSnitch.safeParse(attributes);

        expect(result.data).toMatchObject({ grace, max_runtime: grace, tags: [...new Set(tags)] });
      },
    ),
  );
});
