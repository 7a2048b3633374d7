import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEvery } from "@/lib/rules/schedule/every";
import { buildBadgeKey, idsOfBadge, isSignedBadge, signBadge } from "./badge-key";
import { badgeSvg } from "./badge-svg";
import { changesBetween, isEmpty } from "./changes";
import { formatEvery, isSchedule } from "./schedule";
import { NO_FILTERS, type Settings } from "./settings";
import { parseSpec } from "./spec";

const UUID = "803f680d-e89b-492b-82ef-2be7b774a92d";

const settings: Settings = {
  name: "Foo",
  slug: "foo",
  tags: "a b",
  desc: "",
  grace: 3600,
  timeout: 86_400,
  schedule: null,
  tz: "UTC",
  channels: "",
  manual_resume: false,
  methods: "",
  start_kw: "",
  success_kw: "",
  failure_kw: "",
  filter_subject: false,
  filter_body: false,
  filter_http_body: false,
  filter_default_fail: false,
};

const changes = (spec: object, before = settings, hasInterval = false) =>
  changesBetween(before, {
    spec,
    version: 3,
    uuid: UUID,
    channels: undefined,
    filters: NO_FILTERS,
    hasInterval,
  });

describe("what a request changes", () => {
  test.each<[object, object]>([
    [{}, { attributes: {} }],
    [{ name: "Foo", tags: "a b", desc: "", grace: 3600, timeout: 86_400, tz: "UTC" }, { attributes: {} }],
    [{ name: "Bar" }, { attributes: { name: "Bar" } }],
    [{ name: " " }, { attributes: { name: UUID } }],
    [{ tags: "b  a b" }, { attributes: { tags: ["b", "a"] } }],
    [{ desc: "x" }, { attributes: { notes: "x" } }],
    [{ timeout: 5400 }, { attributes: { schedule: "every 90 minutes", grace: 3600 } }],
    [{ timeout: 61 }, { attributes: { schedule: "every 61 seconds", grace: 3600 } }],
    [{ grace: 60 }, { attributes: { grace: 60, max_runtime: 60 } }],
    [{ schedule: "* * * * *", timeout: 60 }, { attributes: { schedule: "* * * * *", grace: 3600 } }],
    [{ tz: "Europe/Riga" }, { attributes: { timezone: "Europe/Riga" } }],
    [{ slug: "bar" }, { attributes: {}, slug: "bar" }],
    [{ methods: "POST" }, { attributes: {}, filters: { ...NO_FILTERS, methods: "POST" } }],
    [
      { manual_resume: true },
      { attributes: {}, filters: { ...NO_FILTERS, manualResume: true }, manualResume: true },
    ],
    [
      { subject: "S", filter_subject: false },
      { attributes: {}, filters: { ...NO_FILTERS, successKeywords: "S" } },
    ],
  ])("%j changes %j", (spec, expected) => {
    expect(changes(spec)).toEqual(expected);
  });

  test("an interval has no zone, and becomes a timeout when its grace changes", () => {
    expect(changes({ tz: "Europe/Riga" }, settings, true)).toEqual({ attributes: {} });
    expect(changes({ grace: 60 }, settings, true)).toEqual({
      attributes: { schedule: "every 1 day", grace: 60, max_runtime: 60 },
    });
  });

  test("nothing, if it repeats what is shown, whatever that is", () => {
    const { timeout, schedule, ...others } = settings;
    const shown = fc.record({
      ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, fc.constant(value)])),
      name: fc.string({ maxLength: 100 }).filter((name) => name.trim() !== ""),
      tags: fc.string({ maxLength: 100 }),
      grace: fc.integer({ min: 60, max: 31_536_000 }),
      timeout: fc.integer({ min: 60, max: 31_536_000 }),
    });
    fc.assert(
      fc.property(shown, fc.boolean(), (spec, hasInterval) =>
        isEmpty(changes(spec, { ...settings, ...spec } as Settings, hasInterval)),
      ),
    );
  });
});

test("every timeout is a schedule of the same length", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 60, max: 31_536_000 }),
      (timeout) => parseEvery(formatEvery(timeout)) === timeout * 1_000,
    ),
  );
});

test("any value of any field is accepted or has a problem", () => {
  const field = fc.constantFrom("name", "tags", "timeout", "grace", "schedule", "tz", "unique", "channels");
  fc.assert(
    fc.property(field, fc.anything(), (name, value) => {
      const parsed = parseSpec({ [name]: value });
      return "spec" in parsed || parsed.problem.includes(name);
    }),
  );
});

test("any text is a schedule or none", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => isSchedule(text) !== null));
});

describe("badges", () => {
  test("a badge key stands for its id, and for no other", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const key = buildBadgeKey(id);
        return key !== id && idsOfBadge(key)[0] === id;
      }),
    );
  });

  test("a signature is good for one tag of one case", () => {
    const signature = signBadge(UUID, "a");
    expect(isSignedBadge(UUID, "a", signature)).toBe(true);
    for (const [key, tag, given] of [
      [UUID, "b", signature],
      [buildBadgeKey(UUID), "a", signature],
      [UUID, "a", ""],
      [UUID, "a", signature.slice(1)],
    ] as const) {
      expect(isSignedBadge(key, tag, given)).toBe(false);
    }
  });

  test("any label is well-formed XML text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (label) => {
        const svg = badgeSvg(label, "up");
        const [, title = ""] = /<title>(.*)<\/title>/s.exec(svg) ?? [];
        return !/[<>"\p{Cc}\p{Cs}]/u.test(title) && !/&(?!(amp|lt|gt|quot|#39);)/.test(title);
      }),
    );
  });
});
