import { invalid, Refusal } from "@/lib/platform/refusal";
import type { Interval } from "@/lib/rules/interval";

export const PLANS = ["free", "starter", "team", "business", "unlimited"] as const;
export type Plan = (typeof PLANS)[number];

type Terms = {
  snitches: number;
  intervals: "standard" | "all";
  /** What smart deadlines are included for. */
  smart: "none" | "weekly and monthly" | "hourly and longer";
  errorNotices: boolean;
};

/** What each plan includes, smallest first. */
export const TERMS: Record<Plan, Terms> = {
  free: { snitches: 1, intervals: "standard", smart: "none", errorNotices: false },
  starter: { snitches: 10, intervals: "standard", smart: "weekly and monthly", errorNotices: false },
  team: { snitches: 100, intervals: "all", smart: "weekly and monthly", errorNotices: false },
  business: { snitches: 1_000, intervals: "all", smart: "hourly and longer", errorNotices: true },
  unlimited: {
    snitches: Number.POSITIVE_INFINITY,
    intervals: "all",
    smart: "hourly and longer",
    errorNotices: true,
  },
};

/** How many snitches a case on this plan may hold. */
export const snitchLimit = (plan: Plan) => TERMS[plan].snitches;

const STANDARD: Interval[] = ["hourly", "daily", "weekly", "monthly"];

const includesInterval = (plan: Plan, interval: Interval) =>
  TERMS[plan].intervals === "all" || STANDARD.includes(interval);

function includesSmart(plan: Plan, interval: Interval): boolean {
  if (interval.endsWith("_minute")) return false;
  const { smart } = TERMS[plan];
  if (smart === "weekly and monthly") return interval === "weekly" || interval === "monthly";
  return smart === "hourly and longer";
}

/** The smallest plan that has the interval, or null when this one has it. */
export const planForInterval = (plan: Plan, interval: Interval): Plan | null =>
  includesInterval(plan, interval)
    ? null
    : (PLANS.find((larger) => includesInterval(larger, interval)) ?? null);

/** The smallest plan that has smart deadlines for the interval, or null when this one has them. */
export const planForSmart = (plan: Plan, interval: Interval): Plan | null =>
  includesSmart(plan, interval) ? null : (PLANS.find((larger) => includesSmart(larger, interval)) ?? null);

type Schedule = { interval: Interval; alertType: "basic" | "smart" };

/**
 * Refuses an interval or an alert type that the plan does not include, and names the plan that does. An interval that
 * a snitch has already may stay: a larger plan once allowed it.
 */
export function refuseBeyondPlan(plan: Plan, wanted: Schedule, had?: Schedule): void {
  const forInterval = wanted.interval === had?.interval ? null : planForInterval(plan, wanted.interval);
  const forSmart = wanted.alertType === "smart" ? planForSmart(plan, wanted.interval) : null;
  const validations = [
    ...(forInterval ? [{ attribute: "interval", message: notIncluded(plan, forInterval) }] : []),
    ...(forSmart ? [{ attribute: "alert_type", message: notIncluded(plan, forSmart) }] : []),
  ];
  if (validations.length > 0) throw invalid(validations);
}

const notIncluded = (plan: Plan, larger: Plan) =>
  `is not included in the ${plan} plan; the ${larger} plan has it`;

/** Our choice; the specification is silent: on hold, nothing is added or changed, and all the rest goes on. */
export function refuseIfOnHold({ onHoldAt }: { onHoldAt: Date | null }): void {
  if (!onHoldAt) return;
  throw new Refusal("account_on_hold", "This account is on hold: settle the open payment, then try again.");
}
