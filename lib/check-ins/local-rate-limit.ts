import { type CheckInCounts, countCheckIn, type RateDecision } from "./rate-limit";

/** How many snitches are counted. Beyond that, the snitch without an accepted check-in for longest is forgotten. */
const MAX_SNITCHES = 100_000;

const NO_COUNTS: CheckInCounts = { countedHour: null, hourCount: 0, countedMinute: null };

/** The rate limit while the database, which has the real counts, is unavailable. Each process counts for itself. */
export class LocalRateLimit {
  private readonly countsByToken = new Map<string, CheckInCounts>();

  count(token: string, at: Date): RateDecision {
    const decision = countCheckIn(this.countsByToken.get(token) ?? NO_COUNTS, at);
    if (!decision.accepted) return decision;
    this.countsByToken.delete(token);
    this.countsByToken.set(token, decision.counts);
    const [oldest] = this.countsByToken.keys();
    if (this.countsByToken.size > MAX_SNITCHES && oldest !== undefined) this.countsByToken.delete(oldest);
    return decision;
  }

  reset(): void {
    this.countsByToken.clear();
  }
}
