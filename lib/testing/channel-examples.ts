/** Settings of each kind of channel, all of them given, and what the receiver would name an earlier message. */
export const CHANNEL_EXAMPLES: Record<string, { settings: Record<string, string>; ref?: string }> = {
  slack: { settings: { url: "https://hooks.slack.com/services/T000/B000/XXXX" } },
  pagerduty: { settings: { routing_key: "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00", region: "us" } },
};
