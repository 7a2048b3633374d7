import type { AlertCause } from "@/lib/rules/state/alert-cause";

/** The status of a snitch whose incident has this cause. */
export const statusOfCause = (cause: AlertCause) =>
  cause === "missed" || cause === "overran" ? "failed" : "errored";
