import { TERMS } from "@/lib/cases/plan";
import type { Locked } from "@/lib/snitches/change";
import type { Happening, Report } from "@/lib/snitches/status";
import { isHealthy } from "./report";

/** What a report means for its snitch. On a plan without Error Notices an error report counts as a healthy check-in. */
export function happeningOf({ at, exitStatus, message }: Report & { at: Date }, { plan }: Locked): Happening {
  const counts = isHealthy({ exitStatus, message }) || !TERMS[plan].errorNotices;
  return { kind: counts ? "checked_in" : "reported_error", at, exitStatus, message };
}
