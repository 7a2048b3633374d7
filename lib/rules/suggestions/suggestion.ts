/** What Tattle suggests about a snitch: that it may no longer be wanted, that it flaps, or that its job runs too often. */
export const SUGGESTIONS = ["stale", "flaps", "too_often"] as const;
export type Suggestion = (typeof SUGGESTIONS)[number];

/** The question or sentence that stands above each. */
export const SUGGESTION_TITLES: Record<Suggestion, string> = {
  stale: "Still wanted?",
  flaps: "It flaps",
  too_often: "It runs too often",
};
