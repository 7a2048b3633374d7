/** Why a snitch is missing or errored, or a run failed. */
export const ALERT_CAUSES = ["missed", "error", "overran", "too_short", "check"] as const;
export type AlertCause = (typeof ALERT_CAUSES)[number];
