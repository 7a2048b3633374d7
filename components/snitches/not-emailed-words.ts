import { dateInUtc } from "@/components/time-in-words";

/** Why an address gets no e-mails: “left on 10 Mar 2026”. */
export function notEmailedInWords({
  leftAt,
  askedAt,
}: {
  leftAt: Date | null;
  askedAt: Date | null;
}): string {
  if (leftAt) return `unsubscribed on ${dateInUtc(leftAt)}`;
  return askedAt ? `not confirmed yet, asked on ${dateInUtc(askedAt)}` : "not confirmed yet";
}
