import { SECOND_MS } from "@/lib/rules/durations";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";

/** How long before its request a check-in may have happened, in seconds: seven days. */
export const MAX_AGE_SECONDS = 604_800;

/** The parameter, and the header for requests of any protocol, in which a job says how many seconds ago it happened. */
export const AGE_PARAMETER = "age";
export const AGE_HEADER = "x-tattle-age";

const DECIMAL = /^(?:\d+\.?\d*|\.\d+)$/;

/** An age in milliseconds, from a number of seconds; null if it is none that a check-in can have. */
export function parseAge(text: string): number | null {
  const seconds = DECIMAL.test(text.trim()) ? Number(text) : Number.NaN;
  return seconds <= MAX_AGE_SECONDS ? Math.round(seconds * SECOND_MS) : null;
}

type Received = { at: Date; receivedAt?: Date | null };

/** Whether a check-in was reported late: by more than what is allowed for one that was sent just in time. */
export const isReportedLate = ({ at, receivedAt }: Received) =>
  Boolean(receivedAt && receivedAt.getTime() - at.getTime() >= DEADLINE_ALLOWANCE_MS);
