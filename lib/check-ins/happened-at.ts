import { AGE_HEADER, MAX_AGE_SECONDS, parseAge } from "@/lib/rules/reports/age";
import type { CheckIn, CheckInResult } from "@/lib/rules/reports/check-in";

type Refused = Extract<CheckInResult, { kind: "refused" }>;

const WRONG_AGE: Refused = {
  kind: "refused",
  status: 400,
  sentence: `The age must be the number of seconds since it happened, from 0 to ${MAX_AGE_SECONDS} (7 days). This check-in was not recorded. Send a valid age, or none if it just happened.`,
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
