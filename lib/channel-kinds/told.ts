import type { AlertCause } from "@/lib/rules/alert-cause";
import type { Hold, Severity } from "@/lib/rules/incidents/incident";
import type { AlertRun } from "@/lib/rules/runs/alert-run";

/**
 * What happened. `overran`: a run has not ended in time. `removed`: the snitch was deleted. `drill`: a fire drill, in which people
 * confirm that they were reached. `drill_ended`: it was confirmed, or a day has passed; only stateful kinds are told.
 */
export const TOLD_EVENTS = [
  "missing",
  "errored",
  "overran",
  "reporting",
  "paused",
  "acknowledged",
  "removed",
  "test",
  "drill",
  "drill_ended",
] as const;
export type ToldEvent = (typeof TOLD_EVENTS)[number];

/**
 * What a channel is told, as plain JSON. It is the same in every attempt: it is saved with the first one. Times are in
 * ISO 8601. Texts are as people wrote them: each kind of channel escapes them.
 */
export type Told = {
  /** The id of the delivery, by which a receiver can recognize a repeat. */
  id: string;
  event: ToldEvent;
  /** Whether it only repeats what was told before. */
  isReminder: boolean;
  /** For the end of an incident that this channel was never told of: it is told in one line, as something past. */
  isPast: boolean;
  /** What kept it from being told earlier; null if nothing did. */
  heldBy: Hold | null;
  /** When it happened. */
  at: string;
  /** Since when the snitch is, or was, missing or errored. Null if it was neither, or nobody knows. */
  since: string | null;
  snitch: { token: string; name: string; notes: string; tags: string[]; url: string };
  caseName: string;
  severity: Severity;
  /** Why something is wrong; null if nothing is. */
  cause: AlertCause | null;
  run: AlertRun | null;
  /** From the last report; empty if there is none. */
  exitStatus: string;
  message: string;
  /** Null if it belongs to none, as tests do. */
  incident: { id: string; openedAt: string; url: string } | null;
  /** The id of the delivery whose fire drill is over; null for anything else. */
  endsId: string | null;
  /** Who acknowledged the incident; null if nobody did. */
  acknowledgedBy: string | null;
  /** The page on which people confirm a fire drill; null for anything else. */
  drillUrl: string | null;
  /** Where a service can say what became of the message; null if it cannot reach us. */
  statusUrl: string | null;
};

/** Whether it begins, or goes on with, something that is wrong. */
export const isBad = ({ event }: Told) => event === "missing" || event === "errored" || event === "overran";

/** Whether it ends what was wrong. */
export const isEnd = ({ event }: Told) => event === "reporting" || event === "paused" || event === "removed";

/** What a stateful receiver keeps as one object: an incident, a test, or a fire drill with its end. */
export const subjectOf = ({ incident, endsId, id }: Told) => incident?.id ?? endsId ?? id;

/** What people open to say that they take care of it. Null if there is nothing to take care of. */
export const acknowledgeUrl = (told: Told) =>
  told.incident && isBad(told) ? `${told.incident.url}/acknowledge` : null;
