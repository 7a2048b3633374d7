import type { AlertKind } from "@/lib/rules/state/alert-draft";

/** An alert that waited to be sent in one email with others. */
export type SummarizedAlert = {
  snitchId: string;
  name: string;
  kind: AlertKind;
  at: Date;
  /** Null for an alert of no incident, such as a first check-in. */
  incident: { id: string; openedAt: Date; closedAt: Date | null } | null;
};

/** A line of a summary: what is true now of a snitch. */
export type SummaryLine = {
  name: string;
  kind: AlertKind;
  /** When it began. */
  since: Date;
  /** When it was over: then this line is all that is said of it. Null for what is still true. */
  endedAt: Date | null;
};

/**
 * The lines of a summary of alerts to one address, in the order in which they came: one for each incident, and for alerts of
 * none one for each snitch. What began and ended while the alerts waited is one line about the past.
 */
export function summarizeAlerts(alerts: SummarizedAlert[]): SummaryLine[] {
  const groups = new Map<string, SummarizedAlert[]>();
  for (const alert of alerts) {
    const key = alert.incident?.id ?? alert.snitchId;
    groups.set(key, [...(groups.get(key) ?? []), alert]);
  }
  return [...groups.values()].flatMap(buildSummaryLine);
}

const isFailing = ({ kind }: SummarizedAlert) => kind === "missing" || kind === "errored";

function buildSummaryLine(alerts: SummarizedAlert[]): SummaryLine[] {
  const last = alerts.at(-1);
  if (!last) return [];
  const { name, kind, at, incident } = last;
  const bad = alerts.findLast(isFailing);
  // The reader knows of the beginning already.
  if (!bad) return [{ name, kind, since: at, endedAt: null }];
  const endedAt = incident?.closedAt ?? (isFailing(last) ? null : at);
  return [{ name, kind: bad.kind, since: incident?.openedAt ?? bad.at, endedAt }];
}
