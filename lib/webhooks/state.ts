export type WebhookState = "untried" | "working" | "failing" | "off";

type Webhook = { disabledAt: Date | null; failingSince: Date | null };

/** How a webhook does. `isTried`: it has been sent something. */
export function webhookState({ disabledAt, failingSince }: Webhook, isTried: boolean): WebhookState {
  if (disabledAt) return "off";
  if (failingSince) return "failing";
  return isTried ? "working" : "untried";
}
