import { TERMS } from "@/lib/cases/plan";
import { applyEvent } from "@/lib/rules/apply-event";
import { isHealthy, type Report } from "@/lib/rules/report";
import type { Silence } from "@/lib/rules/silence";
import type { SnitchEvent } from "@/lib/rules/snitch-event";
import type { SnitchTransition } from "./save-transitions";

export type TimedReport = Report & { at: Date };

/** Applies a report to its snitch, in place: the next report sees the new state, and alerts accumulate. */
export function applyReport(transition: SnitchTransition, report: TimedReport, silences: Silence[]): void {
  const { snitch, alerts, pauses, unknownMisses } = applyEvent(
    transition.snitch,
    eventOf(report, transition.snitch),
    silences,
  );
  Object.assign(transition.snitch, snitch);
  transition.alerts.push(...alerts);
  transition.pauses.push(...pauses);
  transition.unknownMisses.push(...unknownMisses);
}

/** On a plan without Error Notices an error report counts as a healthy check-in. */
function eventOf(
  { at, exitStatus, message }: TimedReport,
  { plan }: SnitchTransition["snitch"],
): SnitchEvent {
  const countsAsHealthy = isHealthy({ exitStatus, message }) || !TERMS[plan].errorNotices;
  return { kind: countsAsHealthy ? "checked_in" : "reported_error", at, exitStatus, message };
}
