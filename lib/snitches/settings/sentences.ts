import { formatCount } from "@/lib/rules/format-count";
import { type AlertRules, DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { SEVERITY_LABELS } from "@/lib/rules/incidents/severity-labels";
import type { RunTerms } from "@/lib/rules/runs/terms";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { formatSchedule } from "@/lib/rules/schedule/format-schedule";
import { formatMargin } from "@/lib/rules/schedule/margin-text";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertType } from "@/lib/rules/state/snitch-state";
import { SUGGESTION_TITLES, SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";
import type { FilterAttributes } from "../filter-attributes";
import type { Columns } from "./settings";

// What the row of each section says of its settings.

const sentence = (parts: (string | false)[], none: string): string => {
  const text = parts.filter(Boolean).join("; ") || none;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

const list = new Intl.ListFormat("en-GB");
const eitherOf = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** “At 03:00, Europe/Riga, 1 hour grace” */
export function scheduleSentence(terms: ScheduleTerms): string {
  const text = formatSchedule(terms);
  if (terms.schedule === null) return `${text}, a calendar period in UTC`;
  const { graceMs } = compileSchedule({ ...terms, startGrace: null });
  const early = terms.early === null ? "" : `, up to ${formatMargin(terms.early)} early`;
  return `${text}, ${graceMs === 0 ? "no" : formatMargin(graceMs / 1_000)} grace${early}`;
}

type Alerting = AlertRules & Pick<Columns, "alertEmail" | "channels"> & { alertType: AlertType };

type AlertingContext = {
  /** Who is alerted about a snitch without recipients of its own. */
  defaultRecipients: string;
  channels: { id: string; name: string }[];
  dependsOn: { name: string }[];
  /** What follows if no one acknowledges. */
  escalation: { policy: string } | { afterMinutes: number } | null;
};

/** “After 1 failure, to everyone in the case” */
export function alertsSentence(
  snitch: Alerting,
  { defaultRecipients, channels, dependsOn, escalation }: AlertingContext,
): string {
  const limit = snitch.alertAfterSeconds > 0 && ` or ${formatMargin(snitch.alertAfterSeconds)}`;
  const people = snitch.alertEmail.length > 0 ? snitch.alertEmail : [defaultRecipients];
  const chosen = channels.filter(({ id }) => snitch.channels.includes(id)).map(({ name }) => name);
  const places = chosen.length > 0 || channels.length === 0 ? chosen : ["all channels"];
  return sentence(
    [
      `after ${formatCount(snitch.alertAfter, "failure")}${limit || ""}, to ${list.format([...people, ...places])}`,
      escalation !== null && formatEscalation(escalation),
      snitch.severity !== DEFAULT_RULES.severity &&
        `severity ${SEVERITY_LABELS[snitch.severity].toLowerCase()}`,
      snitch.alertType === "smart" && "smart alert type",
      snitch.recoverAfter > 1 && `resolved after ${formatCount(snitch.recoverAfter, "success", "successes")}`,
      dependsOn.length > 0 && `held while ${eitherOf.format(dependsOn.map(({ name }) => name))} is down`,
    ],
    "",
  );
}

const formatEscalation = (escalation: NonNullable<AlertingContext["escalation"]>) =>
  "policy" in escalation
    ? `escalated by policy “${escalation.policy}”`
    : `escalated ${formatMargin(escalation.afterMinutes * 60)} later if not acknowledged`;

/** “Every 4 hours” */
export function remindersSentence(remindEvery: number | null): string {
  if (remindEvery === null) return "For each failed period";
  return remindEvery === 0 ? "Never" : `Every ${formatMargin(remindEvery)}`;
}

/** “At most 1 hour; at least 5 seconds” */
export const runsSentence = ({ maxRuntime, minRuntime, startGrace, expects, checks }: RunTerms) =>
  sentence(
    [
      maxRuntime !== null && `at most ${formatMargin(maxRuntime)}`,
      minRuntime !== null && `at least ${formatMargin(minRuntime)}`,
      startGrace !== null && `start up to ${formatMargin(startGrace)} late`,
      expects === "start" && "only the start is expected",
      checks.length > 0 && `checks: ${checks.join(", ")}`,
    ],
    "No limits",
  );

/** “Failure: error, aborted; success: done; in the body of requests” */
export const keywordsSentence = (filters: FilterAttributes | null) =>
  sentence(
    filters
      ? [
          filters.failure_keywords && `failure: ${filters.failure_keywords}`,
          filters.success_keywords && `success: ${filters.success_keywords}`,
          filters.start_keywords && `start: ${filters.start_keywords}`,
          filters.in_subject && "in the subject of emails",
          filters.in_body && "in the text of emails",
          filters.in_http_body && "in the body of requests",
          filters.fails_by_default && "a failure if none match",
          filters.methods === "POST" && "only POST requests",
        ]
      : [],
    "None",
  );

/** “backups, critical · production · https://wiki.example.com/backup · Call Ada first.” */
export const detailsSentence = ({
  tags,
  environment,
  url,
  notes,
}: Pick<Columns, "tags" | "environment" | "url" | "notes">) =>
  [tags.join(", "), environment, url, notes.trim()].filter(Boolean).join(" · ") || "None";

/** “Still wanted?; It flaps” */
export const suggestionsSentence = (dismissed: string[]) =>
  SUGGESTIONS.filter((each) => dismissed.includes(each))
    .map((each) => SUGGESTION_TITLES[each])
    .join("; ") || "None";
