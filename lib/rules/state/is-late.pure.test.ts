import fc from "fast-check";
import { expect, test } from "vitest";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { aDailySnitch } from "@/testing/snitch-state";
import { applyTime } from "./apply-time";
import { isLate, shownStatus } from "./is-late";

const tuesday = new Date("2026-03-10T00:00Z");
const after = (ms: number) => new Date(tuesday.getTime() + ms);

test("from its deadline until the miss is decided, a healthy snitch is late", () => {
  const healthy = aDailySnitch({ status: "healthy", deadline: tuesday });
  expect(shownStatus(healthy, after(-1))).toBe("healthy");
  expect(shownStatus(healthy, after(0))).toBe("late");
  expect(shownStatus(healthy, after(DEADLINE_ALLOWANCE_MS - 1))).toBe("late");
});

test("once the miss is applied, no snitch is late", () => {
  fc.assert(
    fc.property(fc.constantFrom("healthy", "errored", "failed"), fc.nat(40 * 86_400_000), (status, ms) => {
      const now = after(DEADLINE_ALLOWANCE_MS + ms);
      const { snitch } = applyTime(aDailySnitch({ status, deadline: tuesday }), now, []);
      expect(isLate(snitch, now)).toBe(false);
      expect(shownStatus(snitch, now)).toBe("failed");
    }),
  );
});

test("an errored snitch that is late still shows its error; missing, paused and pending ones are not late", () => {
  const errored = aDailySnitch({ status: "errored", deadline: tuesday });
  expect(isLate(errored, after(1))).toBe(true);
  expect(shownStatus(errored, after(1))).toBe("errored");
  expect(isLate(aDailySnitch({ status: "failed", deadline: tuesday }), after(1))).toBe(false);
  expect(isLate(aDailySnitch({ status: "paused" }), after(1))).toBe(false);
  expect(isLate(aDailySnitch(), after(1))).toBe(false);
});
