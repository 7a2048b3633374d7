import type { AlertCause } from "@/lib/rules/state/alert-cause";

export const CAUSE_LABELS: Record<AlertCause, string> = {
  missed: "Missed check-in",
  error: "Error",
  overran: "Run too long",
  too_short: "Run too short",
  check: "Failed check",
};

/** What the job did, behind its name. */
export const CAUSE_CLAUSES: Record<AlertCause, string> = {
  missed: "did not report",
  error: "reported an error",
  overran: "is running too long",
  too_short: "took less time than allowed",
  check: "did not pass a check",
};

/** What an incident is called, as in “Nightly backup: missed check-in”. */
export const writeIncidentTitle = (snitchName: string, cause: AlertCause): string =>
  `${snitchName}: ${CAUSE_LABELS[cause].toLowerCase()}`;
