import type { PageEvent, PageHistory, PageReport, PageSchedule } from "./page-history";

/**
 * What a person reads in the trace of a simulation who knows what the words mean, and nothing of the program: it goes from minute
 * to minute, and shares no code with the rules. Times are in minutes since 1970.
 */

export type TracedAlert = { kind: "missing" | "errored" | "reporting" | "paused"; at: number };

type Span = { from: number; to: number };

export type Trace = PageHistory & { alerts: TracedAlert[] };

const OUTCOMES = ["healthy", "errored", "missed", "excused", "paused", "late", "open", "quiet"] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** A line of the trace that a reader would mark with one colour. */
type Slot = Span & { due: number; outcome: Outcome; isSpared: boolean };

type Incident = Span & { isOpen: boolean };

export type Reading = {
  slots: Slot[];
  counts: Record<Outcome, number>;
  /** Whether each late slot has a check-in that came just after it. */
  wereSpared: boolean;
  /** The slots in which something was expected: each is healthy, errored, missed or late. */
  expected: number;
  /** In tenths of a percent, rounded down; null if nothing was expected. */
  share: number | null;
  incidents: Incident[];
  minutes: number;
  inMaintenance: number;
  lastHealthyAt: number | null;
  /** When the check-in was due that was missed first since the last sign of life. */
  missingSince: number | null;
};

export function readTrace(trace: Trace): Reading {
  const reports = listReports(trace.events);
  const pauses = listPauses(trace.events, trace.alerts);
  const isPlanned = (minute: number) => trace.maintenance.some((window) => contains(window, minute));
  const misses = trace.alerts.flatMap(({ kind, at }) => (kind === "missing" ? [at] : []));
  const firstSignAt = Math.min(
    ...trace.events.flatMap((event) =>
      event.does === "start" ? [event.at] : event.does === "run" ? [event.startedAt] : [],
    ),
    ...reports.map(({ at }) => at),
  );
  const slots = listSlots(trace.schedule, trace.now).map((slot) => {
    // The next report came in the very minute in which it was due, and no one was alerted.
    const isSpared =
      !misses.includes(slot.due) && reports.some(({ at }) => at === slot.due && at === slot.to);
    const context = { reports, pauses, firstSignAt, now: trace.now, isPlanned, isSpared };
    return { ...slot, isSpared, outcome: nameOutcome(slot, context) };
  });
  const counts = Object.fromEntries(
    OUTCOMES.map((name) => [name, slots.filter(({ outcome }) => outcome === name).length]),
  ) as Record<Outcome, number>;
  const expected = counts.healthy + counts.errored + counts.missed + counts.late;
  const errors = listErrors(trace.events, pauses);
  const incidents = listIncidents(trace.alerts, errors, { from: slots[0]?.from ?? trace.now, to: trace.now });
  const healthy = reports.filter(({ isError }) => !isError);
  return {
    slots,
    counts,
    wereSpared: slots.every(({ outcome, isSpared }) => outcome !== "late" || isSpared),
    expected,
    share: expected === 0 ? null : Math.floor((counts.healthy * 1_000) / expected),
    incidents,
    ...countMinutes(incidents, isPlanned),
    lastHealthyAt: healthy.length === 0 ? null : Math.max(...healthy.map(({ at }) => at)),
    missingSince: findMissingSince(trace.alerts, reports, pauses),
  };
}

const contains = ({ from, to }: Span, minute: number) => from <= minute && minute < to;

/** By when a job reported, not by when it was learned. */
function listReports(events: PageEvent[]): PageReport[] {
  const reports = events.flatMap((event) => {
    if (event.does === "journal") return event.reports;
    if (event.does === "run") return [{ at: event.at, isError: event.isError }];
    return event.does === "check-in" || event.does === "error"
      ? [{ at: event.at, isError: event.does === "error" }]
      : [];
  });
  return reports.sort((one, other) => one.at - other.at);
}

/** A pause lasts until its own end, until the healthy report that it waits for, or until someone ends it. */
function listPauses(events: PageEvent[], alerts: TracedAlert[]): Span[] {
  const pauses: Span[] = [];
  let pause: { from: number; until: string; endsAt: number | null } | null = null;
  const end = (to: number) => {
    if (pause) pauses.push({ from: pause.from, to });
    pause = null;
  };
  let hasBegun = false;
  for (const event of events) {
    const before: { endsAt: number | null } | null = pause;
    if (before?.endsAt != null && before.endsAt <= event.at) end(before.endsAt);
    for (const { at, isError } of listReports([event])) {
      hasBegun = true;
      const current: { until: string } | null = pause;
      if (current?.until === "healthy" && !isError) end(at);
    }
    hasBegun ||= alerts.some(({ at }) => at < event.at);
    if (event.does === "unpause") end(event.at);
    // What has never reported cannot be paused.
    if (event.does !== "pause" || !hasBegun) continue;
    const open = pause as { from: number } | null;
    pause = { from: open?.from ?? event.at, until: event.until, endsAt: event.endsAt };
  }
  end(Number.POSITIVE_INFINITY);
  return pauses;
}

/** The lines of a strip, oldest first. A job that runs more than once an hour has 60 of them, any other 48. */
function listSlots({ begins, early, grace, minutes, attributes }: PageSchedule, now: number) {
  const size = minutes < 60 ? 60 : 48;
  const slots: (Span & { due: number })[] = [];
  const isTick = (minute: number) => begins(new Date(minute * 60_000));
  let next = now + early + 1;
  while (!isTick(next)) next += 1;
  for (let tick = next - 1; slots.length < size; tick -= 1) {
    if (!isTick(tick)) continue;
    const due = "interval" in attributes ? next : tick + grace;
    slots.unshift({ from: tick - early, to: next - early, due });
    next = tick;
  }
  return slots;
}

function nameOutcome(
  slot: Span & { due: number },
  {
    reports,
    pauses,
    firstSignAt,
    now,
    isPlanned,
    isSpared,
  }: {
    reports: PageReport[];
    pauses: Span[];
    firstSignAt: number;
    now: number;
    isPlanned: (minute: number) => boolean;
    isSpared: boolean;
  },
): Outcome {
  // Nothing was due from a job that no one had notified of by then.
  const hasRuns = slot.due < slot.to;
  const wasExpected = firstSignAt <= slot.from || firstSignAt < slot.due;
  const last = reports.findLast(({ at }) => contains(slot, at));
  if (last?.isError) return isPlanned(last.at) ? "excused" : "errored";
  if (last) return wasExpected || !hasRuns ? "healthy" : "quiet";
  // The time before the first report of a job that has no runs is not asked for.
  if (hasRuns ? !wasExpected : firstSignAt > slot.from) return "quiet";
  if (firstSignAt > now) return "quiet";
  if (pauses.some(({ from, to }) => from < slot.to && to > slot.from)) return "paused";
  if (isSpared) return "late";
  if (now < slot.due) return "open";
  // The alert comes a minute after it was due.
  if (now < slot.due + 1) return "late";
  // “By 02:30” is missed if it did not come in the minute before it.
  return isPlanned(slot.due - 1) ? "excused" : "missed";
}

/** The errors that came when they happened, and not during a pause. */
const listErrors = (events: PageEvent[], pauses: Span[]): number[] =>
  events.flatMap((event) => {
    const isError = event.does === "error" || (event.does === "run" && event.isError);
    return isError && !pauses.some((pause) => contains(pause, event.at)) ? [event.at] : [];
  });

/**
 * What is wrong begins with the first alert, or an error of which no one was alerted again, and ends with the first alert that says it is
 * over. Only the part within the strip counts.
 */
function listIncidents(alerts: TracedAlert[], errors: number[], { from, to }: Span): Incident[] {
  const incidents: Incident[] = [];
  let since: number | null = null;
  let before = Number.NEGATIVE_INFINITY;
  for (const { kind, at } of [...alerts, { kind: "end", at: Number.POSITIVE_INFINITY }]) {
    since ??= errors.find((error) => error > before && error < Math.floor(at)) ?? null;
    before = at;
    if (kind === "end") break;
    const isInvalid = kind === "missing" || kind === "errored";
    if (isInvalid) since ??= at;
    if (isInvalid || since === null) continue;
    incidents.push({ from: since, to: Math.max(since, at), isOpen: false });
    since = null;
  }
  if (since !== null) incidents.push({ from: since, to, isOpen: true });
  return incidents
    .filter((incident) => incident.isOpen || incident.to > from)
    .map((incident) => ({ ...incident, from: Math.max(from, incident.from) }));
}

/** A minute in which something is wrong counts once, from that which is shown as its start up to that of its end. */
function countMinutes(spans: Span[], isPlanned: (minute: number) => boolean) {
  const wrong = new Set(
    spans.flatMap(({ from, to }) => {
      const first = Math.floor(from);
      return Array.from({ length: Math.max(0, Math.floor(to) - first) }, (_, i) => first + i);
    }),
  );
  return { minutes: wrong.size, inMaintenance: [...wrong].filter(isPlanned).length };
}

/** The miss that began it; later misses belong to it. A report, even of an error, ends it; one during a pause does so quietly. */
function findMissingSince(alerts: TracedAlert[], reports: PageReport[], pauses: Span[]): number | null {
  let since: number | null = null;
  for (const { kind, at } of alerts) {
    if (kind === "reporting" || kind === "errored") since = null;
    if (kind !== "missing") continue;
    const first: number = since ?? at;
    const wasOver = reports.some(
      (report) => report.at > first && report.at <= at && pauses.some((pause) => contains(pause, report.at)),
    );
    since = wasOver ? at : first;
  }
  return since;
}
