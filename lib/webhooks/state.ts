export type WebhookState = "untried" | "working" | "failing" | "off";

type Webhook = { disabledAt: Date | null; failingSince: Date | null };

/** The state of a webhook as people see it. `isTried`: at least one delivery was attempted. */
export function webhookState({ disabledAt, failingSince }: Webhook, isTried: boolean): WebhookState {
  if (disabledAt) return "off";
  if (failingSince) return "failing";
  return isTried ? "working" : "untried";
}
