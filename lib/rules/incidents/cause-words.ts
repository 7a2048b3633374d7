import type { AlertCause } from "@/lib/rules/state/alert-cause";

export const CAUSE_WORDS: Record<AlertCause, string> = {
  missed: "Missed check-in",
  error: "Error",
  overran: "Run too long",
  too_short: "Run too short",
  check: "Failed check",
};

/** What an incident is called, as in “Nightly backup: missed check-in”. */
export const writeIncidentTitle = (snitchName: string, cause: AlertCause): string =>
  `${snitchName}: ${CAUSE_WORDS[cause].toLowerCase()}`;
