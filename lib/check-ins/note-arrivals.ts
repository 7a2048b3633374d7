import { noteCheckIn } from "@/lib/outages/listener";
import { receivedAt } from "./check-in";
import type { QueuedCheckIn } from "./keyed-queue";
import type { RecordResult } from "./record";

/** Notes that check-ins reach this process. Requests with invented tokens prove nothing: anything may send them. */
export function noteArrivals(batch: QueuedCheckIn[], results: RecordResult[]): void {
  const last = results.findLastIndex(({ kind }) => kind === "recorded" || kind === "limited");
  const arrived = batch[last];
  if (arrived) noteCheckIn(receivedAt(arrived.checkIn));
}
