import { DAY_MS } from "@/lib/rules/durations";
import { type DayCounts, NO_DAY } from "@/lib/rules/history/day-counts";
import { healthyPercent, NO_PERIODS, sumCounts } from "@/lib/rules/history/period-counts";
import type { StoredPage } from "../find-page";
import type { PublicNotice } from "../notices/list-public";
import type { PageSettings } from "../page-input";
import { type PublicState, worstState } from "./component-state";

/** A day of UTC: how many runs were healthy, late, failed or missed, and how many do not count. */
export type PublicDay = {
  date: string;
  ok: number;
  late: number;
  failed: number;
  excused: number;
  unknown: number;
};

export type PublicComponent = {
  id: string;
  /** Empty for none. */
  group: string;
  name: string;
  state: PublicState;
  /** How many jobs it represents that are not running now, and how many of them ran as planned. */
  jobs: number;
  inOrder: number;
  /** The share of the days shown, in percent, rounded down; null if nothing is known. */
  share90d: number | null;
  /** The mean of its runs that succeeded, of a page that shows it. */
  meanMs: number | null;
  /** Oldest first. Empty if it represents no job. */
  days: PublicDay[];
};

/** What strangers see of a status page, and nothing else but the ids of page and case, which are never shown. */
export type PublicPage = Pick<
  PageSettings,
  "description" | "timezone" | "language" | "accent" | "links" | "footer" | "show_durations"
> &
  Pick<StoredPage, "id" | "caseId" | "slug" | "title" | "visibility" | "logo" | "logoDark"> & {
    asOf: Date;
    /** As of a component, of all its jobs: each counts once, although several components represent it. */
    jobs: number;
    inOrder: number;
    components: PublicComponent[];
    notices: PublicNotice[];
  };

export const SHOWN_DAYS = 90;

/** The first instant of the days that a page shows. */
export const shownSince = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) - SHOWN_DAYS + 1) * DAY_MS);

/** The days up to now of jobs with these counts, each by the first instant of a day. */
export function sumDays(counts: Map<number, DayCounts>[], now: Date): PublicDay[] {
  const firstMs = shownSince(now).getTime();
  return Array.from({ length: SHOWN_DAYS }, (_, i) => {
    const dayMs = firstMs + i * DAY_MS;
    const { healthy, errored, missed, late, excused, unknown } = sumCounts(
      counts.map((days) => days.get(dayMs) ?? NO_DAY),
    );
    const date = new Date(dayMs).toISOString().slice(0, 10);
    return { date, ok: healthy, late, failed: errored + missed, excused, unknown };
  });
}

const sumOf = <Key extends string>(items: Record<Key, number>[], key: Key): number =>
  items.reduce((sum, item) => sum + item[key], 0);

/** The share of these days, as everyone can compute it from them: maintenance and what is unknown do not count. */
export const shareOf = (days: PublicDay[]): number | null =>
  healthyPercent({
    ...NO_PERIODS,
    healthy: sumOf(days, "ok"),
    late: sumOf(days, "late"),
    missed: sumOf(days, "failed"),
  });

/** The state of a page. */
export const pageState = (components: PublicComponent[]): PublicState =>
  worstState(components.map(({ state }) => state));

/** The states of the jobs of a component as its own. How a run that has not ended goes is not known. */
export const combine = (states: PublicState[]): Pick<PublicComponent, "state" | "jobs" | "inOrder"> => ({
  state: worstState(states),
  jobs: states.filter((state) => state !== "running").length,
  inOrder: states.filter((state) => state === "ok").length,
});
