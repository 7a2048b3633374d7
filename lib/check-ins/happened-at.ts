import { AGE_HEADER, MAX_AGE_SECONDS, parseAge } from "@/lib/rules/reports/age";
import type { CheckIn, CheckInResult } from "@/lib/rules/reports/check-in";

type Refused = Extract<CheckInResult, { kind: "refused" }>;

const WRONG_AGE: Refused = {
  kind: "refused",
  status: 400,
  sentence: `The age says how many seconds ago it happened: a number from 0 to ${MAX_AGE_SECONDS} (7 days). This check-in was not recorded. Send it with such an age, or without one if it happened just now.`,
};

/**
 * When a check-in happened that was received at this time: earlier by its age, which a parameter or a header of its request has.
 * Or the result of a request whose age is none.
 */
export function happenedAt(
  { header }: { header: (name: string) => string },
  at: Date,
  parameter?: string,
): Pick<CheckIn, "at" | "receivedAt"> | Refused {
  const text = parameter ?? header(AGE_HEADER);
  if (text === "" && parameter === undefined) return { at };
  const ageMs = parseAge(text);
  if (ageMs === null) return WRONG_AGE;
  return ageMs === 0 ? { at } : { at: new Date(at.getTime() - ageMs), receivedAt: at };
}
