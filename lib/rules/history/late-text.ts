import { DAY_MS } from "@/lib/rules/durations";
import { toClockTime } from "@/lib/rules/schedule/zoned-time";

/** When something happened that was reported late, and when its report came. */
export type Reported = { at: Date; receivedAt: Date };

/** “It ran at 03:00. Its report came at 09:12.”, as the clocks of a zone showed it. Two days are named. */
export function writeLateReport({ at, receivedAt }: Reported, zone: string): string {
  const [ran, came] = [toClockTime(at, zone), toClockTime(receivedAt, zone)];
  const isSameDay = Math.floor(ran / DAY_MS) === Math.floor(came / DAY_MS);
  const write = isSameDay ? timeOf : dayAndTimeOf;
  return `It ran ${write(ran)}. Its report came ${write(came)}.`;
}

const timeOf = (clockMs: number) => `at ${new Date(clockMs).toISOString().slice(11, 16)}`;

/** “on 10 Mar at 03:00” */
const dayAndTimeOf = (clockMs: number) =>
  `on ${new Date(clockMs).toUTCString().replace(/^\w+, 0?(\d+ \w+).*$/, "$1")} ${timeOf(clockMs)}`;

/** The facts of an alert, as they are stored. */
export const readLateFacts = ({ at, receivedAt }: { at: string; receivedAt: string }): Reported => ({
  at: new Date(at),
  receivedAt: new Date(receivedAt),
});

/** The late report that an alert is about, and whether that shows that the alert was wrong, by its columns. */
export function lateFactsOf(
  facts: unknown,
  disprovedAt: Date | null,
): { late?: Reported; isDisproved?: true } {
  const late = (facts as { reportedLate?: Parameters<typeof readLateFacts>[0] } | null)?.reportedLate;
  return { ...(late && { late: readLateFacts(late) }), ...(disprovedAt && { isDisproved: true }) };
}
