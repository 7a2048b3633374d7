import { HOURLY_BURST, type RateDecision, SIGNALS_PER_MINUTE } from "@/lib/rules/reports/rate-limit";

/** Says to the sender of a check-in why the rate limit refused it. */
export function limitSentence({ limit, slotMs }: RateDecision): string {
  const rule =
    limit === "signals"
      ? `Too many run signals: at most ${SIGNALS_PER_MINUTE} starts, logs and repeated finishes are accepted per minute.`
      : `Too many check-ins: after the first ${HOURLY_BURST} in an hour, ${slotMs ? `one in ${slotMs / 1_000} seconds` : "one a minute"} is accepted.`;
  return `${rule} This one was not recorded.`;
}
