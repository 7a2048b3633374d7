import { TERMS } from "@/lib/cases/plan";
import type { Report } from "@/lib/rules/alert-draft";
import { befall } from "@/lib/rules/apply-event";
import { isHealthy } from "@/lib/rules/report";
import type { Happening } from "@/lib/rules/status";
import type { Written } from "./save-transitions";

/** Lets a report befall its snitch, in place: the next one sees what this one left. */
export function bringAbout(written: Written, report: Report & { at: Date }): void {
  const { snitch, tales, pauses } = befall(written.snitch, happeningOf(report, written.snitch));
  Object.assign(written.snitch, snitch);
  written.tales.push(...tales);
  written.pauses.push(...pauses);
}

/** On a plan without Error Notices an error report counts as a healthy check-in. */
function happeningOf(
  { at, exitStatus, message }: Report & { at: Date },
  { plan }: Written["snitch"],
): Happening {
  const counts = isHealthy({ exitStatus, message }) || !TERMS[plan].errorNotices;
  return { kind: counts ? "checked_in" : "reported_error", at, exitStatus, message };
}
