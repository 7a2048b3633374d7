import { expect, test } from "vitest";
import { foldEntries } from "./fold-entries";
import type { Entry } from "./timeline-entries";

const at = new Date("2026-03-10T10:00Z");
type CheckIn = Extract<Entry, { kind: "check_in" }>;

const checkIn = (id: string, facts: Partial<CheckIn> = {}): Entry => ({
  kind: "check_in",
  id,
  at,
  isHealthy: true,
  wasPaused: false,
  accepted: true,
  signal: "finish",
  exitStatus: "",
  message: "",
  from: "",
  ...facts,
});
const ids = (entries: Entry[], alone?: string) =>
  foldEntries(entries, alone).map((row) => row.map(({ id }) => id).join(""));

test("three equal check-ins or more are one row, in their order, and fewer are not", () => {
  expect(ids("abc".split("").map((id) => checkIn(id)))).toEqual(["abc"]);
  expect(ids("ab".split("").map((id) => checkIn(id)))).toEqual(["a", "b"]);
  expect(ids([])).toEqual([]);
});

test("check-ins that say the same are one row, until one says something else", () => {
  const rows = ["0", "0", "0", "7", "0"].map((count, i) =>
    checkIn("abcde".charAt(i), { exitStatus: "0", message: `${count} jobs waiting` }),
  );
  expect(ids(rows)).toEqual(["abc", "d", "e"]);
});

test.each<Partial<CheckIn>>([
  { isHealthy: false },
  { accepted: false },
  { signal: "start" },
  { message: "812 rows" },
  { exitStatus: "0" },
  { lateAt: at },
  { lateMs: 10_000 },
])("a check-in with %j has a row of its own", (facts) => {
  const entries = [checkIn("a"), checkIn("b"), checkIn("c"), checkIn("d", facts), checkIn("e")];
  expect(ids(entries)).toEqual(["abc", "d", "e"]);
});

test("an alert and its check-in are one row, unless that has more to say, or a link is for one of them", () => {
  const alert = {
    ...{ kind: "alert", id: "A", at, alert: "errored", from: "healthy", isReminder: false, isNotified: true },
    ...{ hold: null, isExcused: false, whyNotNotified: null, notifiedLaterAt: null, notifications: [] },
  } as const satisfies Entry;
  const report = checkIn("r", { isHealthy: false, message: "No space left on device" });
  const plain = ["a", "b", "c"].map((id) => checkIn(id));

  expect(ids([alert, report, ...plain])).toEqual(["Ar", "abc"]);
  expect(ids([{ ...alert, alert: "reporting" }, ...plain])).toEqual(["Aa", "b", "c"]);
  expect(ids([{ ...alert, alert: "reporting" }, checkIn("r", { lateMs: 2_000 })])).toEqual(["Ar"]);
  expect(ids([alert, report], "A")).toEqual(["A", "r"]);
  expect(ids([alert, report], "r")).toEqual(["A", "r"]);
  expect(ids([alert, checkIn("r", { lateAt: at })])).toEqual(["A", "r"]);
  expect(ids([alert, checkIn("r", { accepted: false })])).toEqual(["A", "r"]);
  expect(ids([alert, checkIn("r", { at: new Date(at.getTime() - 1) })])).toEqual(["A", "r"]);
});

test("what is neither a check-in nor a run, and the entry that a link is for, is never folded", () => {
  const unpaused: Entry = { kind: "unpaused", id: "u", at, pausedAt: at };
  expect(ids([unpaused, unpaused, unpaused])).toEqual(["u", "u", "u"]);
  expect(
    ids(
      "abcdefg".split("").map((id) => checkIn(id)),
      "d",
    ),
  ).toEqual(["abc", "d", "efg"]);
});
