import fc from "fast-check";
import { expect, test } from "vitest";
import { findAlertHint, findHint, formatHint, type Hint } from "./hints";

const aHint = (hint: Partial<Hint>): Hint => ({
  exit_status: null,
  text: null,
  hint: "h",
  url: null,
  ...hint,
});
const anError = (exitStatus: string, message = "") => ({ cause: "error" as const, exitStatus, message });

const OOM = aHint({ exit_status: 137, hint: "Out of memory" });
const NAMED = aHint({ exit_status: "oom", hint: "Out of memory, by name" });
const DISK = aHint({ text: "No space left", hint: "Disk full" });
const BOTH = aHint({ exit_status: 1, text: "(.*)+$", hint: "Both" });

test.each([
  [anError("137"), OOM],
  [anError("oom"), NAMED],
  [anError("1", "tar: No space left on device"), DISK],
  [anError("1", "tar: no space left"), null],
  [anError("1", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa"), null],
  [anError("1", "printed (.*)+$ itself"), BOTH],
  [anError("2", "printed (.*)+$ itself"), null],
  [anError("137", "No space left"), OOM],
  [anError(""), null],
])("%j gets the first hint that matches, of which a text is not a pattern", (error, hint) => {
  expect(findHint([OOM, NAMED, DISK, BOTH], error)).toBe(hint);
});

test("without an error there is no hint, whatever the job wrote before", () => {
  for (const cause of [null, "missed", "overran"] as const)
    expect(findHint([DISK], { ...anError("1", "No space left"), cause })).toBeNull();
});

test("a hint without a pattern matches nothing, and one that matches is of the list", () => {
  const status = fc.option(fc.constantFrom(1, "1", 137, "x"), { nil: null });
  const hints = fc.array(
    fc.record({ exit_status: status, text: fc.option(fc.constantFrom("a", "b"), { nil: null }) }),
  );
  fc.assert(
    fc.property(hints, fc.constantFrom("1", "137", "x", ""), fc.string(), (patterns, exitStatus, message) => {
      const list = patterns.map(aHint);
      const hint = findHint(list, anError(exitStatus, message));
      if (hint === null) return;
      expect(list).toContain(hint);
      expect(hint.exit_status !== null || hint.text !== null).toBe(true);
      expect([null, exitStatus]).toContain(hint.exit_status === null ? null : String(hint.exit_status));
      expect(message).toContain(hint.text ?? "");
    }),
  );
});

test("of alerts, only one about an error has a hint, also if it does not say its cause", () => {
  const hints = [OOM];
  const alert = { kind: "errored", exitStatus: "137", message: "" } as const;
  expect(findAlertHint(hints, alert)).toBe(OOM);
  expect(findAlertHint(hints, { ...alert, cause: "error" })).toBe(OOM);
  expect(findAlertHint(hints, { ...alert, cause: "overran" })).toBeNull();
  expect(findAlertHint(hints, { ...alert, exitStatus: "1" })).toBeNull();
  expect(findAlertHint(hints, { ...alert, kind: "missing" })).toBeNull();
  expect(findAlertHint(null, alert)).toBeNull();
});

test("in a line, a hint names its pattern first", () => {
  expect(formatHint({ exit_status: 137, text: "Killed", hint: "See 4", url: "https://a.test" })).toBe(
    "137, “Killed”: See 4 (https://a.test)",
  );
  expect(formatHint(DISK)).toBe("“No space left”: Disk full");
  expect(formatHint(OOM)).toBe("137: Out of memory");
});
