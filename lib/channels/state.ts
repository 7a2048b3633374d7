export type ChannelState = "untried" | "working" | "waiting" | "failing" | "off";

type Channel = { disabledAt: Date | null; failingSince: Date | null; limitedUntil: Date | null };

/** The state of a channel as people see it. `isTried`: at least one delivery was attempted. `waiting`: as its receiver has asked for. */
export function channelState(
  { disabledAt, failingSince, limitedUntil }: Channel,
  isTried: boolean,
  now: Date,
): ChannelState {
  if (disabledAt) return "off";
  if (failingSince) return "failing";
  if (limitedUntil && limitedUntil > now) return "waiting";
  return isTried ? "working" : "untried";
}
