import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, type Refusal } from "@/lib/platform/refusal";
import { FILTER_DEFAULTS, filtersToStore, presentFilters, toFilters } from "../filter-attributes";
import { newSnitch } from "../input";
import { filters } from "./filters";

const { input, output } = filters.filters;

const expected = fc.constantFrom("", "done", "done, 0 errors", "💥");
const anyFilters = fc.record({
  methods: fc.constantFrom("" as const, "POST" as const),
  in_subject: fc.boolean(),
  in_body: fc.boolean(),
  in_http_body: fc.boolean(),
  success_keywords: expected,
  failure_keywords: expected,
  start_keywords: expected,
  fails_by_default: fc.boolean(),
});

test("what is stored is what was sent, and what the API shows can be sent back", () => {
  fc.assert(
    fc.property(anyFilters, fc.boolean(), (sent, manualResume) => {
      const read = input.parse(sent);
      const before = manualResume ? filtersToStore(null, { ...NO_FILTERS, manualResume }) : null;
      const stored = filtersToStore(read, before);
      const attributes = presentFilters(stored);

      expect(stored?.manualResume ?? false).toBe(manualResume);
      expect(attributes).toEqual(read);
      expect(input.parse(attributes)).toEqual(read);
      if (attributes) expect(output.parse(attributes)).toEqual(attributes);
    }),
  );
});

const NO_FILTERS = toFilters(FILTER_DEFAULTS);

test.each([null, {}, { methods: "" }, { in_body: false, success_keywords: " " }, { start_keywords: null }])(
  "%j leaves nothing out, as null does",
  (sent) => {
    expect(input.parse(sent)).toBeNull();
  },
);

test.each([
  [[], "must be a map"],
  ["POST", "must be a map"],
  [{ methods: "GET" }, "has methods, which must be POST, or be left out for all methods"],
  [{ in_body: 1 }, "has in_body, which must be true or false"],
  [{ start_keywords: 7 }, "has start_keywords, which must be text: put a number in quotes"],
  [
    { success_keywords: "x".repeat(1_001) },
    "has success_keywords, which is too long (maximum is 1000 characters)",
  ],
  [{ failure_keywords: "a\0b" }, expect.stringMatching(/^has failure_keywords, which /)],
  [{ keyword: "done" }, expect.stringMatching(/^may have methods, in_subject, /)],
  [JSON.parse('{"__proto__": {"in_body": true}}'), expect.stringMatching(/^may have /)],
])("%j is refused at the attribute, in words", (filters, message) => {
  const refusal = catchRefusal(() => parse(newSnitch, { name: "Backup", interval: "daily", filters }));
  expect(refusal?.validations).toEqual([{ attribute: "filters", message }]);
});

function catchRefusal(work: () => unknown): Refusal | undefined {
  try {
    work();
  } catch (error) {
    return error as Refusal;
  }
  return undefined;
}
