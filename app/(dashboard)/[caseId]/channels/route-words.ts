import type { Severity } from "@/lib/rules/incidents/incident";
import type { Route } from "@/lib/rules/notifications/route";
import type { AlertCause } from "@/lib/rules/state/alert-cause";

export const SEVERITY_WORDS: Record<Severity, string> = {
  info: "Info",
  warning: "Warning",
  critical: "Critical",
};

export const CAUSE_WORDS: Record<AlertCause, string> = {
  missed: "Missed: nothing was reported in time",
  error: "Error: an exit status other than 0",
  overran: "A run took too long",
  too_short: "A run was too short",
  check: "A run did not pass a check",
};

const SHORT_CAUSES: Record<AlertCause, string> = {
  missed: "missing",
  error: "error",
  overran: "too long",
  too_short: "too short",
  check: "failed check",
};

/** “tag db or web, not test · warning or worse · missing, error”. Empty for a channel that gets everything. */
export function routeInWords({ tagsAny, tagsAll, tagsNone, minSeverity, causes }: Route): string {
  const conditions = [
    tagsAny.length > 0 && `tag ${tagsAny.join(" or ")}`,
    tagsAll.length > 0 && `${tagsAll.length === 1 ? "tag" : "tags"} ${tagsAll.join(" and ")}`,
    tagsNone.length > 0 && `not ${tagsNone.join(", ")}`,
  ].filter(Boolean);
  return [
    conditions.join(", "),
    minSeverity === "warning" && "warning or worse",
    minSeverity === "critical" && "critical",
    causes.map((cause) => SHORT_CAUSES[cause]).join(", "),
  ]
    .filter(Boolean)
    .join(" · ");
}
