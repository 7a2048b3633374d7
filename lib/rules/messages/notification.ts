import type { Hold, Severity } from "@/lib/rules/incidents/incident";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { LateFacts } from "@/lib/rules/state/alert-facts";
import type { Status } from "@/lib/rules/state/snitch-state";

/**
 * What happened. `overran`: a run has not ended in time. `removed`: the snitch was deleted. `drill`: a fire drill, in which people
 * confirm that they were reached. `drill_ended`: it was confirmed, or a day has passed; only stateful kinds are notified.
 */
export const NOTIFICATION_EVENTS = [
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
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/**
 * What a channel is sent, as plain JSON. It is the same in every attempt: it is saved with the first one. Times are in
 * ISO 8601. Texts are as people wrote them: each kind of channel escapes them.
 */
export type Notification = {
  /** The id of the delivery, by which a receiver can recognize a repeat. */
  id: string;
  event: NotificationEvent;
  /**
   * The alert that it is about; null for anything else. `from`: the status before, as far as receivers know. `cause`: null if the alert has
   * none of its own.
   */
  alert: { kind: AlertKind; from: Status; to: Status; cause: AlertCause | null } | null;
  /** Whether it only repeats an earlier notification. */
  isReminder: boolean;
  /** The end of an incident that this channel wasn't notified of: one line says that it is past. */
  isPast: boolean;
  /** What delayed the notification; null if nothing did. */
  heldBy: Hold | null;
  /** Which hours it waited for; absent if for none. */
  waitedFor?: "hours" | "quiet_hours";
  /** When it happened. */
  at: string;
  /** When the job ran and when its report arrived, if the report was late. */
  reportedLate?: LateFacts;
  /** Since when the snitch is, or was, missing or errored. Null if it was neither, or no one knows. */
  since: string | null;
  /**
   * `url` is a page here about it. Readers of a channel may not know the token, with which anyone can check in, so the URL does not
   * contain it. `link` is the page that people named; absent without one.
   */
  snitch: { token: string; name: string; notes: string; tags: string[]; url: string; link?: string };
  caseName: string;
  severity: Severity;
  /** Why something is wrong; null if nothing is. */
  cause: AlertCause | null;
  run: AlertRun | null;
  /** From the last report; empty if there is none. */
  exitStatus: string;
  message: string;
  /** What the case says helps with this error; absent if nothing matches. */
  hint?: { text: string; url: string | null };
  /** Null if it belongs to none, as tests do. */
  incident: { id: string; openedAt: string; cause: AlertCause; url: string } | null;
  /** The page where its reader acts on the incident without signing in; absent if they can't. */
  actionUrl?: string;
  /** The text about a machine, which `snitch` and `incident` then represent. Absent if it is about a snitch. */
  machine?: { title: string; reason: string; jobs: string };
  /** The text about several held alerts that this message replaces. Absent if it is about one thing. */
  summary?: { title: string; lead: string; lines: { label: string; value: string }[] };
  /** The id of the delivery whose fire drill is over; null for anything else. */
  endsId: string | null;
  /** Who acknowledged the incident; null if no one did. */
  acknowledgedBy: string | null;
  /** For `acknowledged`, in a channel with buttons: the message it edits. Once no one has acknowledged the incident, that is restored. */
  first?: Notification;
  /** The page on which people confirm a fire drill; null for anything else. */
  drillUrl: string | null;
  /** Where a service can report the message's status; null if it can't connect to us. */
  statusUrl: string | null;
};

/** What someone wrote about an incident, for kinds that take notes (`takesNotes`). `by`: an email address, or the name of an API key. */
export type NoteMessage = { note: { by: string; state: string | null; text: string } };

/** Whether it starts, or continues, a failure. */
export const isFailing = ({ event }: Notification) =>
  event === "missing" || event === "errored" || event === "overran";

/** Whether it ends a failure. */
export const isEnd = ({ event }: Notification) =>
  event === "reporting" || event === "paused" || event === "removed";

/** What a stateful receiver keeps as one object: an incident, a test, or a fire drill with its end. */
export const chooseSubjectId = ({ incident, endsId, id }: Notification) => incident?.id ?? endsId ?? id;

/** What people open to acknowledge it. Null if there is nothing to acknowledge. */
export const acknowledgeUrl = (notification: Notification) =>
  notification.incident && isFailing(notification) && !notification.machine
    ? (notification.actionUrl ?? `${notification.incident.url}/acknowledge`)
    : null;
