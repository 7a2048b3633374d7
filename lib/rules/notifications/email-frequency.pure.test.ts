import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "@/lib/rules/durations";
import { EMAIL_FREQUENCIES, type EmailFrequency, isEmailed } from "./email-frequency";

const GAP_MS = { every: 0, hourly: HOUR_MS, daily: 24 * HOUR_MS };
const frequency = fc.constantFrom(...EMAIL_FREQUENCIES);
const minutes = fc.constantFrom(1, 5, 15, 30, 60, 120, 720, 1_440, 10_080);
const start = new Date("2026-03-10T00:00Z").getTime();

/** One run of misses: the first at `start`, the others one interval apart. `chosen` is the setting at each of them. */
function notifyRun(intervalMs: number, chosen: EmailFrequency[], lastNotifiedAt: Date | null = null): Date[] {
  const notified: Date[] = [];
  for (const [i, each] of chosen.entries()) {
    const at = new Date(start + i * intervalMs);
    const alert = { kind: "missing", at, silentSince: i === 0 ? null : new Date(start) };
    if (isEmailed(each, alert, notified.at(-1) ?? lastNotifiedAt)) notified.push(at);
  }
  return notified;
}

const run = fc.tuple(
  minutes.map((each) => each * 60_000),
  fc.array(frequency, { minLength: 1, maxLength: 200 }),
);

test("the first miss of a run is emailed, whatever the setting is and whenever it changes", () => {
  const earlier = fc.option(fc.integer({ min: 1, max: 1e9 }).map((ms) => new Date(start - ms)));
  fc.assert(
    fc.property(run, earlier, ([intervalMs, chosen], lastNotifiedAt) => {
      expect(notifyRun(intervalMs, chosen, lastNotifiedAt)[0]).toEqual(new Date(start));
    }),
  );
});

test("recoveries, errors and pauses are emailed, whatever the setting and however recent the last email is", () => {
  const kind = fc.constantFrom("reporting", "errored", "paused");
  fc.assert(
    fc.property(kind, frequency, fc.boolean(), (kind, chosen, isUnreachable) => {
      const alert = { kind, at: new Date(start), silentSince: isUnreachable ? new Date(start - 1) : null };
      return isEmailed(chosen, alert, new Date(start));
    }),
  );
});

test("“every” emails every miss, also after a change from another setting", () => {
  fc.assert(
    fc.property(run, ([intervalMs, chosen]) => {
      const notified = new Set(notifyRun(intervalMs, chosen).map(Number));
      return chosen.every((each, i) => each !== "every" || notified.has(start + i * intervalMs));
    }),
  );
});

test("“first” emails one miss of a run", () => {
  fc.assert(
    fc.property(run, ([intervalMs, { length }]) => {
      expect(notifyRun(intervalMs, Array(length).fill("first"))).toHaveLength(1);
    }),
  );
});

test.each(["hourly", "daily"] as const)(
  "“%s” leaves at least that time between two emails, and at most one more interval",
  (chosen) => {
    fc.assert(
      fc.property(run, ([intervalMs, { length }]) => {
        const notified = notifyRun(intervalMs, Array(length).fill(chosen)).map(Number);
        const last = start + (length - 1) * intervalMs;
        for (const [i, at] of notified.entries()) {
          const next = notified[i + 1];
          if (next !== undefined) expect(next - at).toBeGreaterThanOrEqual(GAP_MS[chosen]);
          expect((next ?? last) - at).toBeLessThan(GAP_MS[chosen] + intervalMs);
        }
      }),
    );
  },
);

test("a change in the middle of a run loses no alert: the next email comes as if the new setting had always been there", () => {
  fc.assert(
    fc.property(run, frequency, ([intervalMs, chosen], next) => {
      const before = notifyRun(intervalMs, chosen);
      const after = notifyRun(intervalMs, [...chosen, ...Array(chosen.length).fill(next)]);
      const last = before.at(-1)?.getTime() ?? Number.NaN;
      const at = after.find((each) => each.getTime() >= start + chosen.length * intervalMs);
      if (next === "first") return at === undefined;
      const earliest = Math.max(last + GAP_MS[next], start + chosen.length * intervalMs);
      const end = start + (2 * chosen.length - 1) * intervalMs;
      return at ? at.getTime() - earliest < intervalMs : earliest > end;
    }),
  );
});
