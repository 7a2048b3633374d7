import type { AlertCause } from "@/lib/rules/alert-cause";
import type { AlertKind } from "@/lib/rules/alert-draft";
import type { Severity } from "@/lib/rules/incidents/incident";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import type { Status } from "@/lib/rules/snitch-state";

/** The alert that a channel sends. */
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

/** One attempt to deliver. `id` and `body` are the same in every attempt, so that a receiver can drop a repeat. */
export type DeliveryAttempt = {
  id: string;
  at: Date;
  url: URL;
  body: string;
  secrets: string[];
  userAgent: string;
};

/** A request as it is sent. */
export type OutgoingRequest = { url: URL; headers: Record<string, string>; body: string };

/** The format of one kind of channel. All functions are pure: leases, sending, retries and history are shared. */
export type Channel = {
  bodyOf: (alert: AlertMessage) => string;
  requestOf: (attempt: DeliveryAttempt) => OutgoingRequest;
  /** Whether a response with this status means that the receiver accepted the request. */
  accepts: (status: number) => boolean;
};
