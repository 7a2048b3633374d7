import type { Written } from "@/lib/alerts/write-down";
import { TERMS } from "@/lib/cases/plan";
import { befall } from "@/lib/snitches/befall";
import type { Happening } from "@/lib/snitches/status";
import type { Report } from "@/lib/snitches/tale";
import { isHealthy } from "./report";

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
