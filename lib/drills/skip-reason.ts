/** Why a monthly fire drill was skipped, in words that follow “because”. */
export const SKIP_REASONS = {
  late: "no Tattle worker ran within a day of it",
  nobody: "there was no one to notify: no channel was enabled, and no address could be emailed",
  on_hold: "the case was on hold",
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;
