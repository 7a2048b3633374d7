import { secondsUntilReset, sharedLimiter } from "@/lib/platform/limiter";
import { Refusal } from "@/lib/platform/refusal";

const WINDOW_SECONDS = 600;

/** Test events, fire drills and retries by hand: several people may work on one case. `hook`: what a receiver says, right or wrong. */
const LIMITS = { "webhook-send-by-user": 60, "webhook-send-by-case": 120, hook: 600 } as const;

type LimitName = keyof typeof LIMITS;

const findLimiter = (name: LimitName) =>
  sharedLimiter({ name, limit: LIMITS[name], windowSeconds: WINDOW_SECONDS });

/** Counts a request of a receiver to us. Per address, so that no one else uses up what the receiver has. */
export async function countHook(channelId: string, address: string, now: Date): Promise<void> {
  const state = await findLimiter("hook").consume(`${channelId} ${address}`, now);
  if (state.isExceeded) throw new Refusal("rate_limited", "Too many requests. Try again in ten minutes.");
}

/** Counts a request to a channel that a person asked for. Refuses if the person or the case asked for too many. */
export async function countManualSend(caseId: string, userId: string, now: Date): Promise<void> {
  const counters: [LimitName, string][] = [
    ["webhook-send-by-user", userId],
    ["webhook-send-by-case", caseId],
  ];
  // In this order, and only until one refuses: a person over the limit uses up nothing of the case's.
  for (const [name, key] of counters) {
    const state = await findLimiter(name).consume(key, now);
    if (!state.isExceeded) continue;
    const minutes = Math.ceil(secondsUntilReset(state, now) / 60);
    throw new Refusal(
      "rate_limited",
      `Too many test events, fire drills and retries. Try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`,
    );
  }
}
