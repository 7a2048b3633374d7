import type { Hint } from "@/lib/rules/incidents/hints";
import type { Hold, Severity } from "@/lib/rules/incidents/incident";
import type { Notification } from "@/lib/rules/messages/notification";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import type { LateFacts } from "@/lib/rules/state/alert-facts";
import { LINK_KIND } from "./action-link";

/** What the database knows about a message. Times are as Postgres writes them into JSON. */
export type MessageRow = {
  caseId: string;
  caseName: string;
  at: string;
  /** Null for anything but an alert, as is most of the rest. */
  alert: Notification["alert"];
  alertId?: string | null;
  since: string | null;
  /** The cause of the alert, or of its incident. */
  cause: AlertCause | null;
  reportedLate?: LateFacts | null;
  run: AlertRun | null;
  exitStatus: string | null;
  message: string | null;
  isReminder: boolean | null;
  hold: Hold | null;
  /** Which hours a delivery waited for. */
  waitedFor?: Notification["waitedFor"] | null;
  severity: Severity | null;
  snitch: { token: string; name: string; notes: string; tags: string[]; link: string } | null;
  incident: { id: string; openedAt: string; cause: AlertCause } | null;
  /** The case's hints. */
  hints: Hint[] | null;
  acknowledgedBy: string | null;
  drillId: string | null;
  endsId: string | null;
  /** The person whose browser it goes to, or the channel, if the case lets them act by links, and when it was queued. */
  actingRecipient?: { userId: string | null; channelId: string; at: string } | null;
};

/** The part of a row that only alerts fill. */
export const NO_ALERT = {
  alert: null,
  since: null,
  cause: null,
  run: null,
  exitStatus: null,
  message: null,
  isReminder: null,
  hold: null,
  severity: null,
  snitch: null,
  incident: null,
  hints: null,
  acknowledgedBy: null,
  drillId: null,
  endsId: null,
} as const satisfies Partial<MessageRow>;

/**
 * The status that receivers know. If earlier alerts of the incident were held back, the first notification says what was
 * before the incident: receivers pair a beginning and an end by it.
 */
const KNOWN_STATUS = `coalesce((
  SELECT first."from" FROM alerts first WHERE first.incident_id = a.incident_id AND a.kind IN ('missing', 'errored')
    AND NOT EXISTS (SELECT FROM alerts notified WHERE notified.incident_id = a.incident_id AND notified.is_told
      AND (notified.at, notified.id) < (a.at, a.id))
  ORDER BY first.at, first.id LIMIT 1), a."from")`;

/** The last message of the job before an alert that has none of its own. */
const LAST_MESSAGE = `(SELECT c.message FROM check_ins c WHERE c.snitch_id = s.id AND c.at <= a.at AND c.accepted
  ORDER BY c.at DESC, c.id DESC LIMIT 1)`;

/**
 * SQL for what a message says: of a delivery or an email `d` to a channel or a person `w`, with its alert `a`, incident `i`, snitch `s`
 * and case `cs`.
 */
export const MESSAGE = `json_build_object(
  'caseId', cs.id, 'caseName', cs.name, 'alert', CASE WHEN a.id IS NOT NULL THEN
    json_build_object('kind', a.kind, 'from', ${KNOWN_STATUS}, 'to', a."to", 'cause', a.cause) END, 'alertId', a.id, 'at', coalesce(a.at, i.acknowledged_at, d.created_at),
  'since', coalesce(a.silent_since, i.opened_at), 'cause', coalesce(a.cause, i.cause), 'run', a.run,
  'reportedLate', a.facts->'reportedLate',
  'exitStatus', a.exit_status, 'message', CASE WHEN a.kind = 'missing' AND a.message = '' THEN ${LAST_MESSAGE} ELSE a.message END,
  'isReminder', a.is_reminder, 'hold', a.hold,
  'severity', coalesce(i.severity, s.severity), 'snitch', CASE WHEN s.id IS NOT NULL THEN
    json_build_object('token', s.token, 'name', s.name, 'notes', s.notes, 'tags', s.tags, 'link', s.url) END,
  'incident', CASE WHEN i.id IS NOT NULL THEN json_build_object('id', i.id, 'openedAt', i.opened_at, 'cause', i.cause) END,
  'hints', CASE WHEN a.kind = 'errored' THEN cs.hints END, 'acknowledgedBy', i.acknowledged_by, 'drillId', d.drill_id, 'endsId', d.ends_id,
  'actingRecipient', CASE WHEN w.user_id IS NOT NULL AND cs.answer_links
    OR w.user_id IS NULL AND cs.channel_links AND w.kind = '${LINK_KIND}' THEN json_build_object('userId', w.user_id, 'channelId', w.id, 'at', d.created_at) END)`;
