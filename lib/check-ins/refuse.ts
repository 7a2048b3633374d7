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
    "This case takes no late reports, so this check-in was not recorded. To take them, open the settings of the case and choose to accept late reports.",
};

const TOO_MANY_IN_THAT_HOUR: CheckInResult = {
  kind: "refused",
  status: 409,
  sentence:
    "Too many check-ins happened in the hour of this one: after the first 10, one a minute is accepted. It was not recorded, and repeating it does not help.",
};
