import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations";
import { dueOfAcknowledgement, isAsked, MAX_ACK_SECONDS, MIN_ACK_SECONDS } from "./acknowledgement";

const tuesday = new Date("2026-03-10T00:00Z");
const later = (ms: number) => new Date(tuesday.getTime() + ms);
const DAY_SECONDS = DAY_MS / 1_000;

const open = { acknowledgedAt: tuesday, ackAskedAt: null, closedAt: null, goodCount: 0, hold: null };
const asked = { ...open, ackAskedAt: later(DAY_MS) };

test.each([
  ["before it is over", open, DAY_SECONDS, later(DAY_MS - 1), null],
  ["when it is over", open, DAY_SECONDS, later(DAY_MS), "ask"],
  ["long after it, as after an outage", open, DAY_SECONDS, later(9 * DAY_MS), "ask"],
  ["where acknowledgements never expire", open, null, later(99 * DAY_MS), null],
  ["when the case has turned that off after asking", asked, null, later(99 * DAY_MS), null],
  ["14 minutes after asking", asked, DAY_SECONDS, later(DAY_MS + 15 * MINUTE_MS - 1), null],
  ["15 minutes after asking", asked, DAY_SECONDS, later(DAY_MS + 15 * MINUTE_MS), "end"],
  [
    "when it was acknowledged again after asking",
    { ...asked, acknowledgedAt: later(DAY_MS + 1) },
    DAY_SECONDS,
    later(DAY_MS + HOUR_MS),
    null,
  ],
  [
    "when it was acknowledged again, a day later",
    { ...asked, acknowledgedAt: later(DAY_MS + 1) },
    DAY_SECONDS,
    later(2 * DAY_MS + 1),
    "ask",
  ],
  ["when nobody acknowledged it", { ...open, acknowledgedAt: null }, DAY_SECONDS, later(9 * DAY_MS), null],
  ["while it is snoozed", { ...open, hold: "snooze" as const }, DAY_SECONDS, later(9 * DAY_MS), null],
  [
    "while maintenance holds it after asking",
    { ...asked, hold: "maintenance" as const },
    DAY_SECONDS,
    later(9 * DAY_MS),
    null,
  ],
  ["while it recovers", { ...asked, goodCount: 1 }, DAY_SECONDS, later(9 * DAY_MS), null],
  ["once it has ended", { ...asked, closedAt: later(DAY_MS) }, DAY_SECONDS, later(9 * DAY_MS), null],
])("of an acknowledgement, %s", (_, incident, expiresAfter, now, due) => {
  expect(dueOfAcknowledgement(incident, expiresAfter, now)).toBe(due);
});

test("no one was asked about an acknowledgement that was taken back, nor before there was one", () => {
  expect(isAsked({ acknowledgedAt: null, ackAskedAt: tuesday })).toBe(false);
  expect(isAsked({ acknowledgedAt: tuesday, ackAskedAt: null })).toBe(false);
  expect(isAsked({ acknowledgedAt: tuesday, ackAskedAt: tuesday })).toBe(false);
  expect(isAsked({ acknowledgedAt: tuesday, ackAskedAt: later(1) })).toBe(true);
});

test("the person who took it always has 15 minutes from being asked, and is asked once for each acknowledgement", () => {
  const steps = fc.array(fc.integer({ min: 1, max: 40 * DAY_MS }), { maxLength: 20 });
  const expiry = fc.integer({ min: MIN_ACK_SECONDS, max: MAX_ACK_SECONDS });
  fc.assert(
    fc.property(steps, expiry, (waits, expiresAfter) => {
      let incident: Parameters<typeof dueOfAcknowledgement>[0] = open;
      let ms = 0;
      for (const wait of waits) {
        ms += wait;
        const due = dueOfAcknowledgement(incident, expiresAfter, later(ms));
        if (due === "ask") {
          expect(isAsked(incident)).toBe(false);
          expect(ms).toBeGreaterThanOrEqual(expiresAfter * 1_000);
          incident = { ...incident, ackAskedAt: later(ms) };
          expect(dueOfAcknowledgement(incident, expiresAfter, later(ms))).toBeNull();
        }
        if (due === "end") {
          expect(ms - ((incident.ackAskedAt?.getTime() ?? 0) - tuesday.getTime())).toBeGreaterThanOrEqual(
            15 * MINUTE_MS,
          );
          return;
        }
      }
    }),
  );
});
