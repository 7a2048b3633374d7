import { invalid, Refusal } from "@/lib/platform/refusal";
import type { Interval } from "@/lib/rules/interval";

export const PLANS = ["free", "starter", "team", "business", "unlimited"] as const;
export type Plan = (typeof PLANS)[number];

type Terms = {
  snitches: number;
  intervals: "standard" | "all";
  /** The intervals for which smart deadlines are included. */
  smart: "none" | "weekly and monthly" | "hourly and longer";
  errorNotices: boolean;
};

/** What each plan includes, from the smallest plan to the largest. */
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

/** The maximum number of snitches in a case on this plan. */
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

/** The smallest plan that includes the interval, or null if this plan includes it. */
export const planForInterval = (plan: Plan, interval: Interval): Plan | null =>
  includesInterval(plan, interval)
    ? null
    : (PLANS.find((larger) => includesInterval(larger, interval)) ?? null);

/** The smallest plan that includes smart deadlines for the interval, or null if this plan includes them. */
export const planForSmart = (plan: Plan, interval: Interval): Plan | null =>
  includesSmart(plan, interval) ? null : (PLANS.find((larger) => includesSmart(larger, interval)) ?? null);

type Schedule = { interval: Interval; alertType: "basic" | "smart" };

/**
 * Refuses an interval or an alert type that the plan does not include, and names the smallest plan that does. A snitch
 * may keep its current interval, even if only a larger plan includes it.
 */
export function refuseBeyondPlan(plan: Plan, requested: Schedule, current?: Schedule): void {
  const forInterval =
    requested.interval === current?.interval ? null : planForInterval(plan, requested.interval);
  const forSmart = requested.alertType === "smart" ? planForSmart(plan, requested.interval) : null;
  const validations = [
    ...(forInterval ? [{ attribute: "interval", message: notIncluded(plan, forInterval) }] : []),
    ...(forSmart ? [{ attribute: "alert_type", message: notIncluded(plan, forSmart) }] : []),
  ];
  if (validations.length > 0) throw invalid(validations);
}

const notIncluded = (plan: Plan, larger: Plan) =>
  `is not included in the ${plan} plan; the ${larger} plan has it`;

/** Refuses to add or change anything in a case on hold. Our choice; the specification does not say what a hold blocks. */
export function refuseIfOnHold({ onHoldAt }: { onHoldAt: Date | null }): void {
  if (!onHoldAt) return;
  throw new Refusal("account_on_hold", "This account is on hold: settle the open payment, then try again.");
}
