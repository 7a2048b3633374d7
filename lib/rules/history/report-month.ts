import { toClockTime, toInstant } from "@/lib/rules/schedule/zoned-time";
import { retentionStart } from "./retention";

/** A calendar month by the clocks of a zone. `end` is not in it. */
export type ReportMonth = {
  /** “2026-03” */
  name: string;
  start: Date;
  end: Date;
};

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The month so many months after the one with this name. */
function monthAt(name: string, offset: number, zone: string): ReportMonth {
  const [year = 0, month = 0] = name.split("-").map(Number);
  const first = (more: number) => Date.UTC(year, month - 1 + offset + more, 1);
  return {
    name: new Date(first(0)).toISOString().slice(0, 7),
    start: toInstant(first(0), zone),
    end: toInstant(first(1), zone),
  };
}

/** The month that contains this instant. */
export const monthOf = (instant: Date, zone: string): ReportMonth =>
  monthAt(new Date(toClockTime(instant, zone)).toISOString().slice(0, 7), 0, zone);

/** The month of this name, if it has begun and its history is kept; otherwise the current one. */
export const parseMonth = (name: string | undefined, zone: string, now: Date): ReportMonth =>
  findMonth(name ?? "", zone, now) ?? monthOf(now, zone);

/** The same; null in place of the current month. */
export function findMonth(name: string, zone: string, now: Date): ReportMonth | null {
  const month = MONTH.test(name) ? monthAt(name, 0, zone) : null;
  return month && isReported(month, now) ? month : null;
}

const isReported = ({ start, end }: ReportMonth, now: Date) => start <= now && end > retentionStart(now);

/** The months before and after this one; null where there is no report. */
export function neighbours({ name }: ReportMonth, zone: string, now: Date) {
  const [before, after] = [monthAt(name, -1, zone), monthAt(name, 1, zone)];
  return { before: isReported(before, now) ? before : null, after: isReported(after, now) ? after : null };
}
