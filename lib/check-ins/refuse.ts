import type { CheckIn, CheckInResult } from "@/lib/rules/reports/check-in";
import type { Placement } from "@/lib/rules/reports/place";
import { refusedMinuteToKeep } from "@/lib/rules/reports/rate-limit";
import type { ReportedSnitch } from "@/lib/rules/reports/reported-snitch";

/** Refuses a check-in. The first one of a minute that the rate limit refuses is stored, so that people see it. */
export function refuse(
  { snitch, rows }: ReportedSnitch,
  checkIn: CheckIn,
  { because, rate }: Extract<Placement, { kind: "refused" }>,
): CheckInResult {
  if (because === "no late reports") return NO_LATE_REPORTS;
  if (because === "late rate") return TOO_MANY_IN_THAT_HOUR;
  const refusedMinute = checkIn.receivedAt ? null : refusedMinuteToKeep(snitch.refusedMinute, checkIn.at);
  if (refusedMinute) {
    snitch.refusedMinute = refusedMinute;
    rows.push({ checkIn, snitchId: snitch.id, accepted: false, kind: checkIn.signal?.kind ?? "finish" });
  }
  return { kind: "limited", decision: rate };
}

const NO_LATE_REPORTS: CheckInResult = {
  kind: "refused",
  status: 403,
  sentence:
    "This case doesn't accept late reports, so this check-in was not recorded. To accept them, open the case's settings, General, Late reports.",
};

const TOO_MANY_IN_THAT_HOUR: CheckInResult = {
  kind: "refused",
  status: 409,
  sentence:
    "Too many check-ins happened in that hour: after the first 10, one per minute is accepted. This one was not recorded, and repeating it won't help.",
};
