import { TERMS } from "@/lib/cases/plan";
import type { Locked } from "@/lib/snitches/change";
import type { Happening } from "@/lib/snitches/status";
import type { Report } from "@/lib/snitches/tale";
import { isHealthy } from "./report";

/** What a report means for its snitch. On a plan without Error Notices an error report counts as a healthy check-in. */
export function happeningOf({ at, exitStatus, message }: Report & { at: Date }, { plan }: Locked): Happening {
  const counts = isHealthy({ exitStatus, message }) || !TERMS[plan].errorNotices;
  return { kind: counts ? "checked_in" : "reported_error", at, exitStatus, message };
}
