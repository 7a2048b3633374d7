import { expect, test } from "vitest";
import { type AlertMachine, groupAlert } from "./group-alert";

const at = (hour: number) => new Date(Date.UTC(2026, 2, 10, hour));

const aMachine = (changes: Partial<AlertMachine> = {}): AlertMachine => ({
  id: "m",
  isOpen: true,
  isAcknowledged: false,
  isHeard: false,
  previousAt: null,
  notifiedAt: new Map(),
  notifiedAlone: new Set(),
  ...changes,
});

const miss = (machine: AlertMachine, joined = new Set<string>()) => groupAlert(false, machine, "ann", joined);
const end = (machine: AlertMachine) => groupAlert(true, machine, "ann", new Set());

test("the first miss of an unreachable machine is a message about it, and all of one transaction are the same message", () => {
  const joined = new Set<string>();
  expect([miss(aMachine(), joined), miss(aMachine(), joined)]).toEqual(["machine", "machine"]);
  expect(groupAlert(false, aMachine(), "bob", joined)).toBe("machine");
});

test("anyone who knows that the machine is not reporting hears of no further job, until one of them misses again", () => {
  const notifiedAt = new Map([["ann", at(4)]]);
  expect(miss(aMachine({ notifiedAt }))).toBe("known");
  expect(miss(aMachine({ notifiedAt, previousAt: at(3) }))).toBe("known");
  expect(miss(aMachine({ notifiedAt, previousAt: at(4) }))).toBe("machine");
  expect(miss(aMachine({ notifiedAt, previousAt: at(5) }))).toBe("machine");
  expect(groupAlert(false, aMachine({ notifiedAt }), "bob", new Set())).toBe("machine");
});

test("a job that joins a message of the same transaction is in it, although its reader knew of the machine", () => {
  const notifiedAt = new Map([["ann", at(4)]]);
  const joined = new Set<string>();
  expect(miss(aMachine({ notifiedAt, previousAt: at(4) }), joined)).toBe("machine");
  expect(miss(aMachine({ notifiedAt }), joined)).toBe("machine");
});

test("after someone has acknowledged the machine, no one hears of its jobs; after its end, of each on its own", () => {
  expect(miss(aMachine({ isAcknowledged: true }))).toBe("known");
  expect(miss(aMachine({ isOpen: false, isAcknowledged: true }))).toBe("alone");
});

test("the end of the machine’s silence is the end of a job for those who know of it alone", () => {
  const notifiedAt = new Map([["ann", at(4)]]);
  expect(end(aMachine({ notifiedAt, isOpen: false }))).toBe("known");
  expect(end(aMachine({ notifiedAt, isHeard: true }))).toBe("known");
  expect(end(aMachine({ notifiedAt, isOpen: false, notifiedAlone: new Set(["ann"]) }))).toBe("alone");
  expect(end(aMachine({ isOpen: false }))).toBe("alone");
});

test("a job that recovers elsewhere while its machine is not reporting is news", () => {
  expect(end(aMachine({ notifiedAt: new Map([["ann", at(4)]]) }))).toBe("alone");
});
