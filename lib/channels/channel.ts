import type { AlertKind } from "@/lib/rules/alert-draft";
import type { Status } from "@/lib/rules/snitch-state";

/** What people are told of. */
export type AlertMessage = {
  kind: AlertKind;
  from: Status;
  to: Status;
  at: Date;
  snitch: { token: string; name: string; notes: string; tags: string[] };
};

/** One try at telling. `id` and `body` are the same with every try, so that a receiver can drop a repeat. */
export type DeliveryAttempt = {
  id: string;
  at: Date;
  url: URL;
  body: string;
  secrets: string[];
  userAgent: string;
};

/** What goes over the wire. */
export type OutgoingRequest = { url: URL; headers: Record<string, string>; body: string };

/** A way of telling. All of it is pure: leases, sending, retries and the record of tries are the same for each. */
export type Channel = {
  bodyOf: (told: AlertMessage) => string;
  requestOf: (attempt: DeliveryAttempt) => OutgoingRequest;
  accepts: (status: number) => boolean;
};
