import { createHash } from "node:crypto";

/** How many requests to confirm an address are sent in 24 hours: to one mailbox, for one case, and for all cases of one owner. */
const MAX_A_DAY = { mailbox: 3, caseId: 50, ownerId: 200 };

/** A request as the limits count it. A case without an owner has no limit of the third kind. */
export type CountedRequest = { mailbox: string; caseId: string; ownerId: string | null };

/** Identifies a mailbox, without its address: “ada+cron@example.com” is delivered to ada@example.com. */
export const hashMailbox = (address: string) =>
  createHash("sha256")
    .update(address.toLowerCase().replace(/\+[^@]*@/, "@"))
    .digest("hex");

/** The requests that the limits still allow after those of the last 24 hours, in order. `share`: the part of the
 * limits that they may use. */
export function withinLimits<Request extends CountedRequest>(
  wanted: Request[],
  recent: CountedRequest[],
  share = 1,
): Request[] {
  const counts = new Map<string, number>();
  for (const request of recent) count(counts, request);
  return wanted.filter((request) => {
    const isAllowed = listCounters(request).every(
      ([key, maximum]) => (counts.get(key) ?? 0) < Math.ceil(maximum * share),
    );
    if (isAllowed) count(counts, request);
    return isAllowed;
  });
}

function count(counts: Map<string, number>, request: CountedRequest): void {
  for (const [key] of listCounters(request)) counts.set(key, (counts.get(key) ?? 0) + 1);
}

const listCounters = (request: CountedRequest) =>
  Object.entries(MAX_A_DAY).flatMap(([name, maximum]): [key: string, maximum: number][] => {
    const value = request[name as keyof CountedRequest];
    return value === null ? [] : [[`${name} ${value}`, maximum]];
  });
