import type { AlertKind, Status } from "@/lib/snitches/status";

/** What a webhook is told of an alert: the body, exactly as the specification has it. */
export type WebhookEvent = {
  type: `snitch.${AlertKind}`;
  timestamp: string;
  data: {
    snitch: {
      token: string;
      name: string;
      notes: string;
      tags: string[];
      status: string;
      previous_status: string;
    };
  };
};

type Told = { token: string; name: string; notes: string; tags: string[] };

/** `failed` is the API's word; webhooks say `missing`. */
const stateName = (status: Status) => (status === "failed" ? "missing" : status);

export function eventOf(
  alert: { kind: AlertKind; from: Status; to: Status; at: Date },
  { token, name, notes, tags }: Told,
): WebhookEvent {
  return {
    type: `snitch.${alert.kind}`,
    timestamp: alert.at.toISOString(),
    data: {
      snitch: {
        token,
        name,
        notes,
        tags,
        status: stateName(alert.to),
        previous_status: stateName(alert.from),
      },
    },
  };
}
