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
