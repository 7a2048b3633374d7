import { dateInUtc } from "@/components/time-in-words";

/** Why an address gets no e-mails: “left on 10 Mar 2026”. */
export function notEmailedInWords({
  leftAt,
  askedAt,
  notSent,
}: {
  leftAt: Date | null;
  askedAt: Date | null;
  /** Why the request to confirm has reached nobody. */
  notSent: string | null;
}): string {
  if (askedAt && notSent && !leftAt) {
    return `not confirmed yet; the request of ${dateInUtc(askedAt)} was ${notSent}`;
  }
  if (leftAt) return `unsubscribed on ${dateInUtc(leftAt)}`;
  return askedAt ? `not confirmed yet, asked on ${dateInUtc(askedAt)}` : "not confirmed yet";
}
