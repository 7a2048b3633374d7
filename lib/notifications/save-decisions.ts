import { type EmailDelay, enqueueSnitchEmails, type SnitchEmail } from "@/lib/emails/enqueue";
import { HOLD_COLUMNS } from "@/lib/outbox/hold-columns";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import type { NewRows } from "@/lib/outbox/wake-workers";
import { insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import type { Because, Decision } from "@/lib/rules/notifications/because";
import type { Wait } from "@/lib/rules/notifications/channel-hours";
import { MAX_STORED_DECISIONS, needsStoring } from "@/lib/rules/notifications/stored-decisions";
import type { EmailCause } from "./find-people";
import type { MachineEmails } from "./notify-of-machines";

/** What was decided because of something. `incidentId`: that of its alert. */
type Decided = {
  cause: EmailCause;
  incidentId: string | null;
  decisions: Decision[];
  machineEmails?: MachineEmails | undefined;
};

/**
 * Saves what was decided: an email or a delivery for the person who is notified, now or later, an email with the reason for an address
 * that may not be emailed, and in the facts of the alert what no row says. Returns the rows to send now.
 */
export async function saveDecisions(sql: Sql, decided: Decided[]): Promise<NewRows> {
  const [emails, deliveries] = await Promise.all([
    enqueueSnitchEmails(
      sql,
      decided.flatMap(({ cause, decisions, machineEmails }) =>
        decisions.flatMap((decision) => toEmail(cause, decision, machineEmails)),
      ),
    ),
    saveDeliveries(sql, decided.flatMap(toDeliveries)),
    noteDecisions(sql, decided),
  ]);
  return { emails, deliveries };
}

function toEmail(
  cause: EmailCause,
  { to, when, because }: Decision,
  machineEmails?: MachineEmails,
): SnitchEmail | [] {
  if (to.kind !== "email") return [];
  const skipReason = findSkipReason(because);
  if (when === "never" && skipReason === null) return [];
  const { kind, alertId, snitch } = cause;
  return {
    ...(kind === "alert" ? { kind, alertId } : { kind }),
    snitch,
    address: to.address,
    isFallback: to.as === "stand-in",
    isEscalation: to.as === "step",
    skipReason,
    delay: toDelay(cause, because),
    machine: because.reason === "machine" ? (machineEmails?.get(to.address) ?? null) : null,
  };
}

function findSkipReason({ reason }: Because) {
  switch (reason) {
    case "left":
    case "unconfirmed":
    case "bounced":
    case "complained":
      return reason;
    default:
      return null;
  }
}

function toDelay({ kind }: EmailCause, because: Because): EmailDelay | null {
  if (because.reason === "storm") return { heldFor: "storm", until: because.until };
  if (because.reason !== "quiet hours") return null;
  // A reminder is about no alert, so that it goes out on its own afterwards.
  return { heldFor: kind === "alert" ? "quiet_hours" : null, until: because.until };
}

const toDeliveries = ({ cause: { alertId }, incidentId, decisions }: Decided) =>
  decisions.flatMap(({ to, when, because }) =>
    alertId && to.kind === "channel" && (when === "now" || when === "after quiet hours")
      ? { alertId, channelId: to.channelId, incidentId, wait: isWait(because) ? because : null }
      : [],
  );

const isWait = (because: Because): because is Wait =>
  because.reason === "hours" || because.reason === "quiet hours";

/** An alert of an earlier version, which has no facts, gets none. */
async function noteDecisions(sql: Sql, decided: Decided[]): Promise<void> {
  const noted = decided.flatMap(({ cause: { alertId }, decisions }) => {
    const notes = decisions.filter(needsStoring).slice(0, MAX_STORED_DECISIONS);
    return alertId && notes.length > 0 ? { alertId, notes: JSON.stringify(notes) } : [];
  });
  if (noted.length === 0) return;
  await sql(
    `UPDATE alerts a SET facts = a.facts || jsonb_build_object('decisions', jsonb_path_query_array(
       coalesce(a.facts->'decisions', '[]') || n.notes::jsonb, '$[0 to ${MAX_STORED_DECISIONS - 1}]'))
     FROM unnest($1::uuid[], $2::text[]) AS n(id, notes) WHERE a.id = n.id AND a.facts IS NOT NULL`,
    [noted.map(({ alertId }) => alertId), noted.map(({ notes }) => notes)],
  );
}

/** `wait`: why it is not sent yet; null if nothing holds it back. */
type NewDelivery = {
  id: string;
  alertId: string;
  channelId: string;
  incidentId: string | null;
  wait: Wait | null;
};

/** Inserts these deliveries. One that exists already is skipped. Returns the ids of the others, as far as they do not wait. */
async function saveDeliveries(sql: Sql, deliveries: Omit<NewDelivery, "id">[]): Promise<string[]> {
  const inserted = await insertMany<NewDelivery, { id: string; isHeld: boolean }>(
    sql,
    "deliveries",
    [
      ["id", "uuid", ({ id }) => id],
      ["alert_id", "uuid", ({ alertId }) => alertId],
      ["channel_id", "uuid", ({ channelId }) => channelId],
      ["incident_id", "uuid", ({ incidentId }) => incidentId],
      ...HOLD_COLUMNS,
    ],
    deliveries.map((delivery) => ({ id: newId(), ...delivery })),
    'ON CONFLICT (alert_id, channel_id) DO NOTHING RETURNING id, is_held AS "isHeld"',
  );
  await wakeTimersIfSoon(
    sql,
    "summaries",
    deliveries.map(({ wait }) => wait?.until ?? null),
    new Date(),
  );
  return inserted.flatMap(({ id, isHeld }) => (isHeld ? [] : id));
}
