import type { Interval } from "./interval";

/** When a snitch's job runs, as it is stored. */
export type ScheduleTerms = {
  /** The calendar interval. With a `schedule`: the shortest one that is at least as long as its longest gap. */
  interval: Interval;
  /** Cron, OnCalendar or “every …”, one expression a line; null for a calendar interval, which is always in UTC. */
  schedule: string | null;
  /** An IANA name. */
  timezone: string;
  /** How long after its time a run may report, in seconds; null for the default. */
  grace: number | null;
  /** How long after its time a run may start, in seconds, if that is not the grace; null or absent otherwise. */
  startGrace?: number | null;
  /** How long before its time a run may report, in seconds; null for the default. */
  early: number | null;
  /** The hours when the job runs, in its time zone; null for all. */
  active: string | null;
};

/** The terms of a calendar interval. */
export const calendarTerms = (interval: Interval): ScheduleTerms => ({
  interval,
  schedule: null,
  timezone: "UTC",
  grace: null,
  early: null,
  active: null,
});

/** Whether both are the same schedule. */
export const isSameSchedule = (one: ScheduleTerms, other: ScheduleTerms) =>
  one.interval === other.interval &&
  one.schedule === other.schedule &&
  one.timezone === other.timezone &&
  one.grace === other.grace &&
  (one.startGrace ?? null) === (other.startGrace ?? null) &&
  one.early === other.early &&
  one.active === other.active;

/** Whether both have the same times, and differ at most in how late or early a run may report. */
export const hasSameTimes = (one: ScheduleTerms, other: ScheduleTerms) =>
  isSameSchedule(
    { ...one, grace: null, startGrace: null, early: null },
    { ...other, grace: null, startGrace: null, early: null },
  );

/** A row with a schedule. */
export type ScheduleColumns = Omit<ScheduleTerms, "interval"> & { interval: string };

/** The terms that a row stores. The cast is safe: a CHECK in the database allows no other interval. */
export const toScheduleTerms = ({
  interval,
  schedule,
  timezone,
  grace,
  startGrace = null,
  early,
  active,
}: ScheduleColumns): ScheduleTerms => ({
  interval: interval as Interval,
  schedule,
  timezone,
  grace,
  ...(startGrace !== null && { startGrace }),
  early,
  active,
});
