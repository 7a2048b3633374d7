import type { PageEvent, PageHistory, PageReport, PageSchedule } from "./page-history";

/**
 * What the page of a snitch has to say, found from the trace of a simulation by going from minute to minute: what was reported, paused
 * and planned, and which alerts were raised. It shares no code with the rules. Times are in minutes since 1970.
 */

export type TracedAlert = { kind: "missing" | "errored" | "reporting" | "paused"; at: number };

type Span = { from: number; to: number };

export type Trace = PageHistory & { alerts: TracedAlert[] };

export type Expected = {
  /** What became of each period or run, oldest first: “07:30 missed”. */
  bars: string[];
  history: string;
  figures: string;
  lastHealthyAt: number | null;
  missingSince: number | null;
  erroredAt: number[];
};

export function expectedOfPage(trace: Trace): Expected {
  const { schedule, alerts, now } = trace;
  const reports = listReports(trace.events);
  const starts = trace.events.flatMap((event) => (event.does === "start" ? [event.at] : []));
  const firstSignalAt = Math.min(...starts, ...reports.map(({ at }) => at), Number.POSITIVE_INFINITY);
  const windows = listWindows(schedule, now);
  const counts: Record<string, number> = {};
  const pauses = listPauses(trace.events, alerts);
  const bars: string[] = [];
  for (const window of windows) {
    const outcome = findOutcome(window, { ...trace, reports, pauses, firstSignalAt });
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    bars.push(sayBar(window.from, outcome));
  }
  const healthy = reports.filter(({ isError }) => !isError);
  const unit = "interval" in schedule.attributes ? "period" : "scheduled run";
  return {
    bars,
    history: sayHistory(counts, unit),
    figures: sayFigures(counts, unit, listIncidents(alerts, now), {
      ...trace,
      from: windows[0]?.from ?? now,
    }),
    lastHealthyAt: healthy.length === 0 ? null : Math.max(...healthy.map(({ at }) => at)),
    missingSince: findMissingSince(alerts, reports, pauses),
    erroredAt: reports.filter(({ isError }) => isError).map(({ at }) => at),
  };
}

export const sayBar = (minute: number, outcome: string) =>
  `${new Date(minute * 60_000).toISOString().slice(0, 16)} ${outcome}`;

const listReports = (events: PageEvent[]): PageReport[] =>
  events.flatMap(reportsOf).sort((one, other) => one.at - other.at);

function reportsOf(event: PageEvent): PageReport[] {
  if (event.does === "journal") return event.reports;
  return event.does === "report" || event.does === "run" ? [event] : [];
}

/** A pending snitch cannot be paused, and one that is paused stays so, with its new end. */
function listPauses(events: PageEvent[], alerts: TracedAlert[]): Span[] {
  const pauses: Span[] = [];
  let open = null as { from: number; until: string; endsAt: number | null } | null;
  let isPending = true;
  const end = (to: number) => {
    if (open) pauses.push({ from: open.from, to });
    open = null;
  };
  for (const event of events) {
    if (open && open.endsAt !== null && open.endsAt <= event.at) end(open.endsAt);
    for (const { at, isError } of reportsOf(event)) {
      isPending = false;
      if (open?.until === "healthy" && !isError) end(at);
    }
    if (event.does === "unpause") end(event.at);
    if (alerts.some(({ at }) => at + 1 <= event.at)) isPending = false;
    if (event.does === "pause" && !isPending)
      open = { from: open?.from ?? event.at, until: event.until, endsAt: event.endsAt };
  }
  end(Number.POSITIVE_INFINITY);
  return pauses;
}

type Window = Span & { due: number };

/** The latest windows, oldest first: 60 if they are shorter than an hour, otherwise 48. */
function listWindows({ begins, early, grace, minutes, attributes }: PageSchedule, now: number): Window[] {
  const count = minutes < 60 ? 60 : 48;
  const beginsAt = (minute: number) => begins(new Date(minute * 60_000));
  let next = now + early + 1;
  while (!beginsAt(next)) next += 1;
  const windows: Window[] = [];
  for (let tick = next - 1; windows.length < count; tick -= 1) {
    if (!beginsAt(tick)) continue;
    const due = "interval" in attributes ? next : tick + grace;
    windows.push({ from: tick - early, to: next - early, due });
    next = tick;
  }
  return windows.reverse();
}

const contains = ({ from, to }: Span, minute: number) => from <= minute && minute < to;

/** A deadline lies in maintenance if the moment before it does. */
const isCovered = (deadline: number, maintenance: Span[]) =>
  maintenance.some(({ from, to }) => from < deadline && deadline <= to);

function findOutcome(
  window: Window,
  {
    reports,
    pauses,
    maintenance,
    alerts,
    now,
    firstSignalAt,
  }: Trace & { reports: PageReport[]; pauses: Span[]; firstSignalAt: number },
): string {
  const isExcused = ({ at, isError }: PageReport) => isError && maintenance.some((one) => contains(one, at));
  const inWindow = reports.filter(({ at }) => contains(window, at));
  const last = inWindow.findLast((report) => !isExcused(report));
  if (last) return last.isError ? "errored" : "healthy";
  if (inWindow.length > 0) return "excused";
  // A scheduled run that has started was expected, although no report came before.
  const wasStarted = window.due < window.to && window.due > firstSignalAt;
  if (window.from < firstSignalAt && !wasStarted) return "quiet";
  if (firstSignalAt > now) return "quiet";
  if (pauses.some(({ from, to }) => from < window.to && to > window.from)) return "paused";
  const wasAlerted = alerts.some(({ kind, at }) => kind === "missing" && at > window.from && at <= window.to);
  const atTheLastMoment = reports.find(({ at }) => at === window.due && at === window.to);
  if (atTheLastMoment && !wasAlerted) {
    if (isExcused(atTheLastMoment)) return "excused";
    return atTheLastMoment.isError ? "errored" : "healthy";
  }
  if (now < window.due) return "open";
  if (now < window.due + 1) return "late";
  return isCovered(window.due, maintenance) ? "excused" : "missed";
}

function listIncidents(alerts: TracedAlert[], now: number): (Span & { isOpen: boolean })[] {
  const incidents: (Span & { isOpen: boolean })[] = [];
  let openedAt: number | null = null;
  for (const { kind, at } of alerts) {
    if (kind === "missing" || kind === "errored") openedAt ??= at;
    else if (openedAt !== null) {
      incidents.push({ from: openedAt, to: Math.max(at, openedAt), isOpen: false });
      openedAt = null;
    }
  }
  if (openedAt !== null) incidents.push({ from: openedAt, to: now, isOpen: true });
  return incidents;
}

/** A report during a pause ends what was wrong before it, without an alert. */
function findMissingSince(alerts: TracedAlert[], reports: PageReport[], pauses: Span[]): number | null {
  const duringPauses = reports.filter(({ at }) => pauses.some((pause) => contains(pause, at)));
  let since: number | null = null;
  for (const { kind, at } of alerts) {
    if (kind === "missing") {
      const last = since;
      if (last === null || duringPauses.some((report) => report.at > last && report.at <= at)) since = at;
    } else if (kind !== "paused") since = null;
  }
  return since;
}

function sayHistory(counts: Record<string, number>, unit: string): string {
  const { healthy = 0, errored = 0, missed = 0, excused = 0 } = counts;
  const all = healthy + errored + missed;
  let sentence = "";
  if (all === 1) sentence += `1 ${unit}, ${healthy ? "healthy" : errored ? "errored" : "missed"}`;
  else if (all > 0) sentence += `${healthy} of ${all} ${unit}s ${healthy === 1 ? "was" : "were"} healthy`;
  if (all > 1 && errored > 0) sentence += `, ${errored} errored`;
  if (all > 1 && missed > 0) sentence += `, ${missed} missed`;
  if (all > 0) sentence += ".";
  const verb = excused === 1 ? "was" : "were";
  if (excused > 0 && all > 0) sentence += ` ${excused} excused by maintenance.`;
  if (excused > 0 && all === 0)
    sentence += `${excused} ${unit}${excused === 1 ? "" : "s"} ${verb} excused by maintenance.`;
  return sentence || "No check-in was expected during this time.";
}

function sayFigures(
  { healthy = 0, errored = 0, missed = 0 }: Record<string, number>,
  unit: string,
  incidents: (Span & { isOpen: boolean })[],
  { from, now, maintenance }: Trace & { from: number },
): string {
  const all = healthy + errored + missed;
  const shown = incidents.filter((one) => one.isOpen || one.to > from);
  if (all === 0 && shown.length === 0) return "";
  const share = all === 0 ? "" : `${Math.floor((1_000 * healthy) / all) / 10}% of ${unit}s healthy, `;
  let minutes = 0;
  for (let minute = from; minute < now; minute += 1)
    if (shown.some((one) => contains(one, minute)) && !maintenance.some((one) => contains(one, minute)))
      minutes += 1;
  const isOpen = shown.some((one) => one.isOpen);
  if (shown.length === 0) return `${share}no incidents`;
  const time = minutes === 0 ? "" : ` (${sayDuration(minutes)})`;
  if (shown.length === 1) return `${share}1 ${isOpen ? "open " : ""}incident${time}`;
  return `${share}${shown.length} incidents${time}${isOpen ? ", one still open" : ""}`;
}

function sayDuration(minutes: number): string {
  const [count, unit] =
    minutes < 60 ? [minutes, "minute"] : minutes < 2_880 ? [minutes / 60, "hour"] : [minutes / 1_440, "day"];
  return `${Math.floor(count)} ${unit}${Math.floor(count) === 1 ? "" : "s"}`;
}
