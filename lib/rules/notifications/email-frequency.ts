import { HOUR_MS } from "@/lib/rules/durations";

/** Which of the consecutive missing alerts of a snitch are emailed: all, the first and then one an hour or a day, or the first. */
export const EMAIL_FREQUENCIES = ["every", "hourly", "daily", "first"] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];

/** The time that must pass between two emails of one run of misses. */
const GAPS_MS: Record<EmailFrequency, number> = {
  every: 0,
  hourly: HOUR_MS,
  daily: 24 * HOUR_MS,
  first: Number.POSITIVE_INFINITY,
};

/** The part of an alert that decides whether it is emailed. */
export type RepeatableAlert = { kind: string; at: Date; silentSince: Date | null };

/** Whether an alert repeats an earlier one: only then may a frequency other than “every” leave it out. */
export const isRepeat = ({ kind, silentSince }: RepeatableAlert) =>
  kind === "missing" && silentSince !== null;

/**
 * Whether a recipient is emailed about an alert of a snitch. `lastNotifiedAt`: the time of the latest alert of this snitch that
 * the same recipient was emailed about; null if there is none.
 */
export function isEmailed(
  frequency: EmailFrequency,
  alert: RepeatableAlert,
  lastNotifiedAt: Date | null,
): boolean {
  if (!isRepeat(alert) || !lastNotifiedAt) return true;
  // The recipient was emailed about an earlier run of misses only, for example because the address was added since.
  if (alert.silentSince && lastNotifiedAt < alert.silentSince) return true;
  return alert.at.getTime() - lastNotifiedAt.getTime() >= GAPS_MS[frequency];
}
