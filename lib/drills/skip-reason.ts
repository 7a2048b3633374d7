/** Why a monthly fire drill was skipped, in words that follow “because”. */
export const SKIP_REASONS = {
  late: "no worker of Tattle ran within a day of it",
  nobody: "there was nobody to notify: no channel was switched on, and no address could be emailed",
  on_hold: "the case was on hold",
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;
