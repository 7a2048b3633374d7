import fc from "fast-check";
import { expect, test } from "vitest";
import { listInstants, localTimeAt, segmentAt } from "./zone-time";

const utc = (text: string) => Date.parse(`${text}Z`);
const written = (ms: number) => new Date(ms).toISOString().slice(0, 19);

test.each([
  ["UTC", "2026-03-29T01:30:00", "2026-03-29T01:30:00"],
  ["Europe/Riga", "2026-03-29T00:59:59", "2026-03-29T02:59:59"],
  ["Europe/Riga", "2026-03-29T01:00:00", "2026-03-29T04:00:00"],
  ["Australia/Lord_Howe", "2026-04-04T14:59:59", "2026-04-05T01:59:59"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00", "2026-04-05T01:30:00"],
  ["Pacific/Apia", "2011-12-30T09:59:59", "2011-12-29T23:59:59"],
  ["Pacific/Apia", "2011-12-30T10:00:00", "2011-12-31T00:00:00"],
  ["Africa/Monrovia", "1971-06-01T12:00:00", "1971-06-01T11:15:30"],
])("the local time of %s at %s", (zone, instant, local) => {
  expect(written(localTimeAt(zone, utc(instant)))).toBe(local);
});

test.each([
  ["Europe/Riga", "2026-06-01T12:00:00", ["2026-06-01T09:00:00"]],
  ["Europe/Riga", "2026-03-29T03:30:00", []],
  ["Europe/Riga", "2026-10-25T03:30:00", ["2026-10-25T00:30:00", "2026-10-25T01:30:00"]],
  ["Australia/Lord_Howe", "2026-04-05T01:45:00", ["2026-04-04T14:45:00", "2026-04-04T15:15:00"]],
  ["Pacific/Apia", "2011-12-30T12:00:00", []],
  ["Africa/Monrovia", "1971-06-01T11:15:30", ["1971-06-01T12:00:00"]],
])("the instants of %s with the local time %s", (zone, local, instants) => {
  expect(listInstants(zone, utc(local)).map(written)).toEqual(instants);
});

const ZONES = [
  "Europe/Riga",
  "America/St_Johns",
  "Asia/Gaza",
  "Africa/Casablanca",
  "Pacific/Apia",
  "Asia/Tokyo",
];
const anyZone = fc.constantFrom(...ZONES);
const anyInstant = fc.integer({ min: 0, max: Date.UTC(2100, 0) / 1_000 }).map((seconds) => seconds * 1_000);

test("every instant is among the instants of its local time", () => {
  fc.assert(
    fc.property(anyZone, anyInstant, (zone, instantMs) => {
      expect(listInstants(zone, localTimeAt(zone, instantMs))).toContain(instantMs);
    }),
  );
});

test("the local time is the one that the platform’s calendar shows", () => {
  const calendars = new Map(
    ZONES.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }),
    ]),
  );
  fc.assert(
    fc.property(anyZone, anyInstant, (zone, instantMs) => {
      expect(written(localTimeAt(zone, instantMs)).replace("T", " ")).toBe(
        calendars.get(zone)?.format(instantMs),
      );
    }),
    { numRuns: 1_000 },
  );
});

test("the segments of a zone tile time", () => {
  fc.assert(
    fc.property(anyZone, anyInstant, (zone, instantMs) => {
      const { startMs, endMs } = segmentAt(zone, instantMs);
      expect(startMs <= instantMs && instantMs < endMs).toBe(true);
      expect(segmentAt(zone, endMs).startMs).toBe(endMs);
      expect(segmentAt(zone, startMs - 1).endMs).toBe(startMs);
    }),
  );
});
