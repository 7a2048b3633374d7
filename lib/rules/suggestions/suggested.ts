import { cut } from "../cut";
import { formatCount } from "../format-count";

/** What would have kept a snitch from flapping, and how often it would have changed with it. */
export type Remedy = { attribute: "grace" | "alert_after"; value: number; changes: number };

/** A suggestion with what it is based on. `reports` is null if only the hosts are too many. */
export type Suggested =
  | { kind: "stale"; isPending: boolean; since: Date }
  | { kind: "flaps"; changes: number; remedy: Remedy | null }
  | { kind: "too_often"; reports: number | null; expected: number; hosts: string[] };

/** A host's name is what its job sends: anyone with the check-in URL chooses it. */
const MAX_HOST = 60;

/** More hosts are a number. */
const MAX_HOSTS = 5;

/** Says what a suggestion is based on, in a sentence or two. `writeTime` writes the one time in it. */
export function formatSuggested(suggested: Suggested, writeTime: (at: Date) => string): string {
  switch (suggested.kind) {
    case "stale":
      return suggested.isPending
        ? `Never checked in (added ${writeTime(suggested.since)}).`
        : `It has been missing since ${writeTime(suggested.since)}.`;
    case "flaps":
      return `It changed ${formatTimes(suggested.changes)} within 24 hours.${formatRemedy(suggested.remedy)}`;
    case "too_often":
      return [
        suggested.reports !== null &&
          `${formatCount(suggested.reports, "report")} within 24 hours, and ${suggested.expected} expected.`,
        formatHosts(suggested),
      ]
        .filter(Boolean)
        .join(" ");
  }
}

function formatRemedy(remedy: Remedy | null): string {
  return remedy
    ? ` ${withRemedy(remedy)}, it would ${remedy.changes === 0 ? "not have changed" : `have changed ${formatTimes(remedy.changes)}`}.`
    : "";
}

const withRemedy = ({ attribute, value }: Remedy) =>
  attribute === "grace"
    ? `With a grace of ${formatCount(value / 60, "minute")}`
    : `With an alert only after ${value} failures`;

const formatTimes = (count: number) => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

function formatHosts({ reports, hosts }: Extract<Suggested, { kind: "too_often" }>): string {
  if (hosts.length === 0) return "";
  const named = hosts.slice(0, MAX_HOSTS).map((host) => cut(host, MAX_HOST));
  const more = hosts.length > MAX_HOSTS ? ` and ${hosts.length - MAX_HOSTS} more` : "";
  return `${reports === null ? "It runs on several hosts at the same time" : "Hosts"}: ${named.join(", ")}${more}.`;
}

/** What a button does that follows a remedy. */
export const remedyVerb = ({ attribute, value }: Remedy) =>
  attribute === "grace"
    ? `Set Grace to ${formatCount(value / 60, "Minute")}`
    : `Alert After ${value} Failures`;
