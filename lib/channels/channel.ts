import type { AlertKind } from "@/lib/rules/alert-draft";
import type { Status } from "@/lib/rules/status";

/** What people are told of. */
export type Told = {
  kind: AlertKind;
  from: Status;
  to: Status;
  at: Date;
  snitch: { token: string; name: string; notes: string; tags: string[] };
};

/** One try at telling. `id` and `body` are the same with every try, so that a receiver can drop a repeat. */
export type Try = { id: string; at: Date; url: URL; body: string; secrets: string[]; userAgent: string };

/** What goes over the wire. */
export type Outgoing = { url: URL; headers: Record<string, string>; body: string };

/** A way of telling. All of it is pure: leases, sending, retries and the record of tries are the same for each. */
export type Channel = {
  bodyOf: (told: Told) => string;
  requestOf: (attempt: Try) => Outgoing;
  accepts: (status: number) => boolean;
};
