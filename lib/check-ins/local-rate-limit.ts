import { HOUR_MS } from "@/lib/rules/durations";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import {
  type CheckInCounts,
  countCheckIn,
  countSignal,
  type RateDecision,
  type SignalCounts,
  uncounted,
} from "@/lib/rules/reports/rate-limit";
import { MAX_RUNNING } from "@/lib/rules/runs/run";

/** How many snitches are counted. Beyond that, the snitch without an accepted check-in for longest is dropped. */
const MAX_SNITCHES = 100_000;

type Counts = CheckInCounts &
  SignalCounts & {
    /** How many finishes are accepted without counting as check-ins: one for each start, and one for each named run before. */
    unnamedStarts: number;
    namedFinishes: number;
  };

const NO_COUNTS: Counts = {
  countedHour: null,
  hourCount: 0,
  countedMinute: null,
  signalMinute: null,
  signalCount: 0,
  unnamedStarts: 0,
  namedFinishes: MAX_RUNNING,
};

type CountedCheckIn = Pick<CheckIn, "token" | "at" | "signal" | "receivedAt">;

/**
 * The rate limit while the database, which has the real counts and runs, is unavailable. Each process counts for itself. A
 * named run may have started before: as many finishes are accepted as runs may be running, and one more for each start.
 */
export class LocalRateLimit {
  private readonly countsByToken = new Map<string, Counts>();
  /** Only snitches whose slots are shorter than a minute. */
  private readonly slotMsByToken = new Map<string, number>();

  /** Learns how long the slots of a snitch are from what the database said of its check-in. */
  learn(token: string, { slotMs, limit }: RateDecision): void {
    if (slotMs === undefined) {
      if (limit === "check_ins") this.slotMsByToken.delete(token);
    } else if (this.slotMsByToken.size < MAX_SNITCHES) this.slotMsByToken.set(token, slotMs);
  }

  count({ token, at, signal, receivedAt }: CountedCheckIn): RateDecision {
    // Those that happened before count in the hour in which they did.
    const key = receivedAt ? `${token} ${Math.floor(at.getTime() / HOUR_MS)}` : token;
    const counts = this.countsByToken.get(key) ?? NO_COUNTS;
    const { decision, after } = decide(counts, at, signal ?? null, this.slotMsByToken.get(token));
    if (decision.accepted) this.keep(key, after);
    return decision;
  }

  private keep(key: string, counts: Counts): void {
    this.countsByToken.delete(key);
    this.countsByToken.set(key, counts);
    const [oldest] = this.countsByToken.keys();
    if (this.countsByToken.size > MAX_SNITCHES && oldest !== undefined) this.countsByToken.delete(oldest);
  }

  reset(): void {
    this.countsByToken.clear();
  }
}

type Decided = { decision: RateDecision; after: Counts };

function decide(
  counts: Counts,
  at: Date,
  signal: CheckIn["signal"] | null,
  slotMs: number | undefined,
): Decided {
  const isNamed = Boolean(signal?.rid);
  if (signal?.kind === "start" || signal?.kind === "log") {
    const decision = countSignal(counts, at);
    const starts = signal.kind === "start" ? 1 : 0;
    const after = { ...counts, ...decision.signalCounts };
    if (isNamed) return { decision, after: { ...after, namedFinishes: counts.namedFinishes + starts } };
    return { decision, after: { ...after, unnamedStarts: counts.unnamedStarts + starts } };
  }
  const allowance = isNamed ? "namedFinishes" : "unnamedStarts";
  if (counts[allowance] > 0) {
    return { decision: uncounted(counts, at), after: { ...counts, [allowance]: counts[allowance] - 1 } };
  }
  const decision = countCheckIn(counts, at, slotMs);
  return { decision, after: { ...counts, ...decision.counts } };
}
