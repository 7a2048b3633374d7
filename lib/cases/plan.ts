import { invalid, Refusal } from "@/lib/platform/refusal";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { PLANS, type Plan, TERMS } from "@/lib/rules/plans";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { Interval } from "@/lib/rules/schedule/interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";

/** The maximum number of snitches in a case on this plan. */
export const snitchLimit = (plan: Plan) => TERMS[plan].snitches;

const STANDARD: Interval[] = ["hourly", "daily", "weekly", "monthly"];

/** Whether a plan includes a schedule: it limits the shortest gap. */
export function includesSchedule(plan: Plan, terms: ScheduleTerms): boolean {
  if (TERMS[plan].intervals === "all") return true;
  return terms.schedule === null ? STANDARD.includes(terms.interval) : computeShortestGap(terms) >= HOUR_MS;
}

function includesSmart(plan: Plan, terms: ScheduleTerms): boolean {
  const { smart } = TERMS[plan];
  const shortestMs = computeShortestGap(terms);
  if (smart === "weekly and monthly") return shortestMs >= 7 * DAY_MS;
  return smart === "hourly and longer" && shortestMs >= HOUR_MS;
}

const computeShortestGap = (terms: ScheduleTerms) => compileSchedule(terms).gaps.shortestMs;

/** The smallest plan that includes the schedule, or null if this plan includes it. */
const planForSchedule = (plan: Plan, terms: ScheduleTerms): Plan | null =>
  includesSchedule(plan, terms) ? null : (PLANS.find((larger) => includesSchedule(larger, terms)) ?? null);

/** The smallest plan that includes smart deadlines for the schedule, or null if this plan includes them. */
const planForSmart = (plan: Plan, terms: ScheduleTerms): Plan | null =>
  includesSmart(plan, terms) ? null : (PLANS.find((larger) => includesSmart(larger, terms)) ?? null);

type Requested = { terms: ScheduleTerms; alertType: "basic" | "smart" };

/**
 * Refuses a schedule or an alert type that the plan does not include, and names the smallest plan that does. A snitch may
 * keep its current schedule, even if only a larger plan includes it.
 */
export function refuseBeyondPlan(plan: Plan, { terms, alertType }: Requested, current?: ScheduleTerms): void {
  const { interval, schedule, active } = terms;
  const isKept =
    current && interval === current.interval && schedule === current.schedule && active === current.active;
  const forSchedule = isKept ? null : planForSchedule(plan, terms);
  const forSmart = alertType === "smart" ? planForSmart(plan, terms) : null;
  const attribute = schedule === null ? "interval" : "schedule";
  const validations = [
    ...(forSchedule ? [{ attribute, message: notIncluded(plan, forSchedule) }] : []),
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
