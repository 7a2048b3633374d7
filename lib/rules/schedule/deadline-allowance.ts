import { MINUTE_MS } from "@/lib/rules/durations";

/** A miss is acted on this long after the deadline, so that a check-in sent at the last moment still counts. */
export const DEADLINE_ALLOWANCE_MS = MINUTE_MS;
