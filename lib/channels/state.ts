export type ChannelState = "untried" | "working" | "failing" | "off";

type Webhook = { disabledAt: Date | null; failingSince: Date | null };

/** The state of a channel as people see it. `isTried`: at least one delivery was attempted. */
export function channelState({ disabledAt, failingSince }: Webhook, isTried: boolean): ChannelState {
  if (disabledAt) return "off";
  if (failingSince) return "failing";
  return isTried ? "working" : "untried";
}
