import { noteMachine } from "@/lib/machines/note";
import { noteCheckIn } from "@/lib/outages/listener";
import { receivedAt } from "@/lib/rules/reports/check-in";
import type { QueuedCheckIn } from "./keyed-queue";
import type { RecordResult } from "./record";

/** Notes that check-ins reach this process, and the machines that they are from. Requests with invented tokens prove nothing: anything may send them. */
export function noteArrivals(batch: QueuedCheckIn[], results: RecordResult[]): void {
  const last = results.findLastIndex(({ kind }) => kind === "recorded" || kind === "limited");
  const arrived = batch[last];
  if (arrived) noteCheckIn(receivedAt(arrived.checkIn));
  for (const [i, { checkIn }] of batch.entries()) {
    const { token, userAgent, signal } = checkIn;
    if (signal?.host && results[i]?.kind === "recorded")
      noteMachine({ token, host: signal.host, at: receivedAt(checkIn), userAgent });
  }
}
