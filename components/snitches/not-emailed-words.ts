import { dateInUtc } from "@/components/time-in-words";

/** Why an address gets no e-mails: “unsubscribed on 10 Mar 2026 (UTC)”. */
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
    return `not confirmed yet; the request of ${dateInUtc(askedAt)} (UTC) was ${notSent}`;
  }
  if (leftAt) return `unsubscribed on ${dateInUtc(leftAt)} (UTC)`;
  return askedAt ? `not confirmed yet, asked on ${dateInUtc(askedAt)} (UTC)` : "not confirmed yet";
}
