import { CAUSE_CLAUSES } from "@/lib/rules/incidents/cause-labels";
import { runDuration } from "@/lib/rules/runs/run-duration";
import type { Incident, Run, Snitch } from "./api-things";
import type { Page } from "./print";

const SECOND_MS = 1_000;

/** A time as it is shown everywhere: “2026-03-10 03:00:12 UTC”. Empty if there is none. */
export const describeTime = (at: string | null | undefined): string =>
  at
    ? new Date(at)
        .toISOString()
        .replace("T", " ")
        .replace(/\.\d+Z$/, " UTC")
    : "";

/** The API's status `failed` is called missing everywhere else. */
export const describeStatus = (status: string): string => (status === "failed" ? "missing" : status);

/** A later server may have further causes. */
const CAUSES = new Map(Object.entries(CAUSE_CLAUSES));

/** Why there is an incident, in one line: “exit status 2: no space left on device”. */
export function describeCause({ cause, exit_status, message }: Incident): string {
  const text = cause === "error" && exit_status ? `exit status ${exit_status}` : (CAUSES.get(cause) ?? cause);
  return message ? `${text}: ${message}` : text;
}

/** When a job last reported, and whether that was an error. For errors without a run, only the open incident says it. Null if it never did. */
export function findLastReport(
  { checked_in_at, last_run }: Snitch,
  incident: Incident | null,
): { at: string; isError: boolean } | null {
  const isRunBad = last_run?.outcome === "failed" || last_run?.outcome === "overran";
  const reports = [
    { at: checked_in_at, isError: false },
    { at: last_run?.ended_at, isError: isRunBad },
    { at: incident?.last_report_at, isError: true },
  ].flatMap(({ at, isError }) => (at ? [{ at, isError }] : []));
  return reports.reduce<{ at: string; isError: boolean } | null>(
    (latest, report) => (latest && Date.parse(latest.at) >= Date.parse(report.at) ? latest : report),
    null,
  );
}

/** “2026-03-10 03:00:12 UTC, an error” */
export function describeLastReport(snitch: Snitch, incident: Incident | null): string {
  const report = findLastReport(snitch, incident);
  return report ? `${describeTime(report.at)}${report.isError ? ", an error" : ""}` : "never";
}

/** How long a run took, as the job measured it or else from its start to its end. */
export const describeDuration = ({ reported_ms, duration_ms }: Run): string => {
  const ms = reported_ms ?? duration_ms;
  return ms == null ? "" : runDuration(ms);
};

/** “failed with exit status 2 after 4 min 12 s on db7” */
function describeRun(run: Run): string {
  const { outcome, exit_status, host } = run;
  const took = describeDuration(run);
  const status = exit_status && exit_status !== "0" ? ` with exit status ${exit_status}` : "";
  return `${outcome}${status}${took && ` after ${took}`}${host && ` on ${host}`}`;
}

function describeSchedule({ schedule, timezone, interval, grace }: Snitch): string {
  if (!schedule) return interval ?? "";
  const times = schedule.split("\n").join("; ");
  return [`${times}${timezone ? `, ${timezone}` : ""}`, grace != null && `${format(grace)} grace`]
    .filter(Boolean)
    .join(", ");
}

const format = (seconds: number) => runDuration(seconds * SECOND_MS);

/** Who is handling an incident; empty if no one is. */
const describeHandling = ({ acknowledged_at, snoozed_until }: Incident) =>
  [
    acknowledged_at && `acknowledged ${describeTime(acknowledged_at)}`,
    snoozed_until && `snoozed until ${describeTime(snoozed_until)}`,
  ]
    .filter(Boolean)
    .join(", ");

/** A snitch as a page. `incident`: its open one. */
export function describeSnitch(snitch: Snitch, incident: Incident | null, url: string): Page {
  const { token, name, status, tags, notes, last_run, max_runtime, min_runtime } = snitch;
  const fields: [string, string | null | undefined | false][] = [
    ["Status", describeStatus(status)],
    ["Since", incident && describeTime(incident.opened_at)],
    ["Cause", incident && describeCause(incident)],
    ["Severity", incident?.severity],
    ["Incident", incident && (incident.url ?? incident.id)],
    ["Handling", incident && (describeHandling(incident) || "not acknowledged")],
    ["Last report", describeLastReport(snitch, incident)],
    ["Last healthy", describeTime(snitch.checked_in_at)],
    ["Last run", last_run && describeRun(last_run)],
    ["Schedule", describeSchedule(snitch)],
    ["Next run", describeTime(snitch.next_expected_at)],
    ["Longest run", max_runtime != null && format(max_runtime)],
    ["Shortest run", min_runtime != null && format(min_runtime)],
    ["Checks", snitch.checks?.join("; ")],
    ["Alerts to", snitch.alert_email?.join(", ")],
    ["Depends on", snitch.depends_on?.join(", ")],
    ["Tags", tags.map((tag) => `#${tag}`).join(" ")],
    ["Notes", notes],
    ["Token", token],
    ["Check-in URL", snitch.check_in_url],
    ["Page", url],
  ];
  return { title: name, fields: fields.flatMap(([label, value]) => (value ? [[label, value]] : [])) };
}

/** An incident in four lines: what, why, where and since when, and its page. `fallback`: the page of its snitch. */
export function describeIncident(incident: Incident, fallback: string): string[] {
  const { severity, name, snitch, host, opened_at, url } = incident;
  const place = host ? `on ${host} ` : "";
  return [
    `${severity}: ${name ?? snitch}`,
    `  ${describeCause(incident)}`,
    `  ${place}since ${describeTime(opened_at)}`,
    ...[describeHandling(incident)].filter(Boolean).map((text) => `  ${text}`),
    `  ${url ?? fallback}`,
  ];
}
