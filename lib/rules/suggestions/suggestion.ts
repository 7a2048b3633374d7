/**
 * What Tattle suggests about a snitch: that it may no longer be wanted, that it flaps, that its job runs too often, or a check of a number
 * that its job sends.
 */
export const SUGGESTIONS = ["stale", "flaps", "too_often", "usual"] as const;
export type Suggestion = (typeof SUGGESTIONS)[number];

/** The question or sentence that stands above each. */
export const SUGGESTION_TITLES: Record<Suggestion, string> = {
  stale: "Still wanted?",
  flaps: "It flaps",
  too_often: "It runs too often",
  usual: "Alert below half of usual?",
};
