import { listNotices, type Notice } from "@/components/incident-notices";
import { causeLine, findExpected } from "@/components/incidents/cause-line";
import { type RunNews, runNews } from "@/components/runs/run-note";
import { buildSpark, type Spark } from "@/components/snitches/charts/spark";
import type { TimeFormats } from "@/components/time-formats";
import type { Bar } from "@/lib/history/outcomes";
import type { IncidentRow } from "@/lib/incidents/list-rows";
import type { MaintenanceAhead } from "@/lib/maintenance/ahead";
import { chooseWindowUnit } from "@/lib/rules/history/history-text";
import type { MaintenanceWindow } from "@/lib/rules/maintenance/window";
import type { Run } from "@/lib/rules/runs/run";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { formatSchedule, scheduleInShort } from "@/lib/rules/schedule/format-schedule";
import { isLate, shownStatus } from "@/lib/rules/state/is-late";
import type { RecentDurations } from "@/lib/runs/durations";
import { isUrlReplaced } from "@/lib/snitches/former-urls";
import type { ListedSnitch } from "@/lib/snitches/list";
import type { ListColumn } from "./list-columns";

export type ListedWithHistory = ListedSnitch & {
  bars: Bar[];
  lastRun?: Run;
  incident?: IncidentRow;
  maintenance?: MaintenanceAhead;
  /** Loaded only for the columns that show it. */
  durations?: RecentDurations | undefined;
};

/** A time in milliseconds since 1970: half as long as a date in what a page sends for each row. */
type TimeMs = number;

/** When something is due; `late` if that has passed. */
export type Due = { at: TimeMs; late?: true };

/** What the list shows of a snitch, and no more: a page sends it to the browser for each of its rows. Absent is what is not shown. */
export type ListRow = Pick<ListedSnitch, "token" | "name" | "tags" | "status"> & {
  /** Its last healthy check-in; absent if there was none. */
  seen?: TimeMs;
  /** What its check-in URL ends with, once that was replaced; null if the reader may not see it. */
  checkInKey?: string | null;
  /** If it is not its status. */
  shown?: "late";
  schedule: string;
  /** The schedule in a sentence, if that says more. */
  formatSchedule?: string;
  spark: Spark;
  /** What a bar of the spark is, if it is not a period. */
  unit?: "scheduled run";
  due?: Due;
  news?: RunNews;
  /** Absent without an open incident. */
  incident?: { id: string; isAcknowledged?: true };
  /** Why it is missing or errored, in one line. */
  cause?: string;
  notices?: Notice[];
  maintenance?: Pick<MaintenanceWindow, "name" | "endsAt">;
  /** How long the last run took, and 95 of 100 runs at most. */
  duration?: string;
  p95?: string;
};

/** `words` are for the reader's times. */
export function listRow(
  snitch: ListedWithHistory,
  now: Date,
  formats: TimeFormats,
  { columns, mayManage }: { columns: ListColumn[]; mayManage: boolean },
): ListRow {
  const { token, checkInKey, name, tags, status, checkedInAt, incident } = snitch;
  const [short, fullText] = [scheduleInShort(snitch), formatSchedule(snitch)];
  const due = findDue(snitch, now);
  const isInvalid = status === "failed" || status === "errored";
  // Without a run under way, it says how long the last one took, which the column says too, and which explains nothing that is wrong.
  const hasNews = snitch.running > 0 || !(isInvalid || columns.includes("duration"));
  const news = hasNews ? runNews(snitch) : undefined;
  // An incident has its worst cause: a miss, also after the error that the status is about.
  const cause = status === "errored" && incident?.cause === "missed" ? "error" : incident?.cause;
  const notices = incident ? listNotices(incident, now, (at) => formats.soon(at, now)) : [];
  const active = snitch.maintenance?.active;
  const unit = chooseWindowUnit(snitch);
  return {
    token,
    name,
    tags,
    status,
    ...(isUrlReplaced(snitch) && { checkInKey: mayManage ? checkInKey : null }),
    ...(checkedInAt && { seen: checkedInAt.getTime() }),
    schedule: short,
    ...(fullText !== short && { formatSchedule: fullText }),
    spark: buildSpark(snitch.bars),
    ...(unit !== "period" && { unit }),
    ...(shownStatus(snitch, now) === "late" && { shown: "late" }),
    ...(due && { due }),
    ...(news && { news }),
    ...(incident && {
      incident: { id: incident.id, ...(incident.acknowledgedAt && { isAcknowledged: true }) },
    }),
    ...(incident && cause && isInvalid && { cause: causeLine({ ...incident, cause }, now, formats) }),
    ...(notices.length > 0 && { notices }),
    ...(active && { maintenance: { name: active.name, endsAt: active.endsAt } }),
    ...(columns.includes("duration") && inColumn("duration", snitch.durations?.lastMs)),
    ...(columns.includes("p95") && inColumn("p95", snitch.durations?.p95Ms)),
  };
}

const inColumn = (column: ListColumn, durationMs: number | null | undefined) =>
  durationMs === null || durationMs === undefined ? {} : { [column]: runDuration(durationMs) };

/** The deadline. For a missing snitch, the time of the first check-in that it missed: its next deadline says nothing. */
function findDue(
  { status, deadline, missingSince, pauseEndsAt, incident }: ListedWithHistory,
  now: Date,
): Due | undefined {
  if (status === "failed" && missingSince) {
    const at = incident?.cause === "missed" ? findExpected(incident).at : missingSince;
    return { at: at.getTime(), late: true };
  }
  if (status === "paused" && pauseEndsAt) return { at: pauseEndsAt.getTime() };
  if (!deadline) return undefined;
  const at = deadline.getTime();
  return isLate({ status, deadline }, now) ? { at, late: true } : { at };
}
