import { Webhook as Signer } from "standardwebhooks";
import type { AlertCause } from "@/lib/rules/alert-cause";
import type { AlertKind } from "@/lib/rules/alert-draft";
import type { Severity } from "@/lib/rules/incidents/incident";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import type { Status } from "@/lib/rules/snitch-state";
import type { Outgoing } from "./kind";

/** The alert that a webhook sends. */
export type AlertMessage = {
  kind: AlertKind;
  from: Status;
  to: Status;
  at: Date;
  snitch: { token: string; name: string; notes: string; tags: string[] };
  /** Absent or null if the job reports no runs. */
  cause?: AlertCause | null;
  run?: AlertRun | null;
  /** Absent or null if it belongs to none. */
  incident?: { id: string; openedAt: Date; severity: Severity; cause: AlertCause } | null;
};

/** One attempt. `id` and `body` are the same in every attempt, so that a receiver can drop a repeat. */
type WebhookAttempt = {
  id: string;
  at: Date;
  url: URL;
  body: string;
  secrets: string[];
  userAgent: string;
};

/** The body, exactly as in the specification. It has further members for jobs that report runs, and for incidents. */
type WebhookEvent = {
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
    cause?: AlertCause;
    run?: AlertRun;
    incident?: { id: string; opened_at: string; severity: Severity; cause: AlertCause };
  };
};

/** `failed` is the API's word; webhooks say `missing`. */
const stateName = (status: Status) => (status === "failed" ? "missing" : status);

function eventOf({ kind, from, to, at, cause, run, incident, snitch }: AlertMessage): WebhookEvent {
  const { token, name, notes, tags } = snitch;
  return {
    type: `snitch.${kind}`,
    timestamp: at.toISOString(),
    data: {
      snitch: { token, name, notes, tags, status: stateName(to), previous_status: stateName(from) },
      ...(cause && { cause }),
      ...(run && { run }),
      ...(incident && {
        incident: {
          id: incident.id,
          opened_at: incident.openedAt.toISOString(),
          severity: incident.severity,
          cause: incident.cause,
        },
      }),
    },
  };
}

function headersOf({ id, at, url, body, secrets, userAgent }: WebhookAttempt): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": userAgent,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    // For a day after a rotation there are two signatures, and a receiver accepts either.
    "webhook-signature": secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(" "),
    ...basicAuthorization(url),
  };
}

/** Credentials in the URL become a header, as in a browser. */
function basicAuthorization({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

/** The body of the webhook of the specification. */
export const webhookBody = (alert: AlertMessage) => JSON.stringify(eventOf(alert));

/** The request of the webhook of the specification, signed as Standard Webhooks describes. */
export const webhookRequest = (attempt: WebhookAttempt): Outgoing => ({
  method: "POST",
  url: withoutCredentials(attempt.url).href,
  headers: headersOf(attempt),
  body: attempt.body,
});

/** Whether a response with this status means that the receiver accepted the request. “20X” in the specification: 200 to 209. */
export const webhookAccepts = (status: number) => Math.floor(status / 10) === 20;
