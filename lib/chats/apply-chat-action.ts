import type { Actor } from "@/lib/audit/record";
import { may, type Role } from "@/lib/cases/roles";
import { acknowledgedText, type ButtonClick, clockText, type Reply } from "@/lib/channel-kinds/button-click";
import { decideAcknowledgement } from "@/lib/incidents/acknowledge";
import { type Change, changeIncident } from "@/lib/incidents/change-incident";
import { countAction } from "@/lib/incidents/link-actions";
import type { StoredIncident } from "@/lib/incidents/store";
import { query, type Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";
import { HOUR_MS } from "@/lib/rules/durations";
import { cleanName } from "@/lib/rules/incidents/unverified-name";

/** The channel of the chat in which someone clicked a button. `service`: as people call it. */
export type Chat = { id: string; caseId: string; via: "telegram" | "slack"; service: string };

const refuse = (text: string): Reply => ({ text, isOpen: true, isPrivate: true });

type State = Pick<
  StoredIncident,
  "closedAt" | "acknowledgedAt" | "acknowledgedBy" | "ackAskedAt" | "snoozedUntil"
> & {
  needsFactor: boolean;
  /** The first message about the incident in the chat, as its service names it. */
  firstRef: string | null;
};

/** A member of the case who clicked, if the service says who that is. */
export type ClickingMember = { id: string; email: string; role: Role };

/**
 * Does what a button in a chat says, and returns what to say there. Each press counts once. Null if the channel was not notified of the incident, or
 * it is not one of its case. A name that no member has is kept as text that says so.
 */
export async function applyChatAction(
  chat: Chat,
  click: ButtonClick,
  now: Date,
  member: ClickingMember | null = null,
): Promise<Reply | null> {
  const state = await findState(chat, click.incidentId);
  if (!state) return null;
  if (state.closedAt) return sayState(state, now);
  if (state.needsFactor || env.REQUIRE_SECOND_FACTOR)
    return refuse("This case requires a second factor. Open the incident and sign in.");
  if (member && !may(member.role, "manage_snitches")) return refuse("Viewers can’t act on incidents.");
  if ((await countAction(`${chat.id} ${click.incidentId}`, now)).isExceeded)
    return refuse("Too many clicks. Try again in an hour.");
  await act(chat, click, now, member, state.firstRef);
  const after = await findState(chat, click.incidentId);
  return after && sayState(after, now);
}

const findState = async (chat: Chat, incidentId: string) =>
  (
    await query<State>(
      `SELECT i.closed_at AS "closedAt", i.acknowledged_at AS "acknowledgedAt", i.acknowledged_by AS "acknowledgedBy",
         i.ack_asked_at AS "ackAskedAt", i.snoozed_until AS "snoozedUntil",
         c.second_factor_required_since IS NOT NULL AS "needsFactor",
         (SELECT ref FROM channel_refs WHERE channel_id = $3 AND incident_id = i.id) AS "firstRef"
       FROM incidents i JOIN cases c ON c.id = i.case_id
       WHERE i.id = $1 AND i.case_id = $2 AND EXISTS (SELECT FROM deliveries d
         WHERE d.incident_id = i.id AND d.channel_id = $3 AND d.event IS NULL AND d.is_tried)`,
      [incidentId, chat.caseId, chat.id],
    )
  )[0] ?? null;

async function act(
  chat: Chat,
  click: ButtonClick,
  now: Date,
  member: ClickingMember | null,
  firstRef: string | null,
): Promise<void> {
  const { via, service } = chat;
  const by: Actor = member
    ? { kind: "user", id: member.id, name: member.email, address: "", via }
    : { kind: "tattle", id: null, name: `${cleanName(click.name)}, in ${service}`, address: "", via };
  await changeIncident(chat.caseId, click.incidentId, now, by, async (incident, sql) => {
    if (!(await isNew(sql, chat, click, now))) return null;
    return click.answer === "acknowledge"
      ? // The reply edits the message of the button: another delivery is for the first one, if that is another.
        decideAcknowledgement(incident, now, by, click.messageRef === firstRef ? chat.id : null)
      : decideSnooze(incident, now);
  }).catch((error) => {
    // It ended meanwhile, and the reply says so.
    if (!(error instanceof Refusal)) throw error;
  });
}

/** Records a click of an incident that is locked. Returns whether it is new. */
const isNew = async (sql: Sql, chat: Chat, { id, incidentId }: ButtonClick, now: Date): Promise<boolean> =>
  (
    await sql(
      `INSERT INTO channel_events (channel_id, event_id, incident_id, at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING at`,
      [chat.id, id, incidentId, now],
    )
  ).length > 0;

function decideSnooze({ snoozedUntil }: StoredIncident, now: Date): Change | null {
  const until = new Date(now.getTime() + HOUR_MS);
  if (snoozedUntil && snoozedUntil >= until) return null;
  return {
    incident: { snoozedUntil: until },
    event: { action: "snitch.snoozed", facts: { until: until.toISOString() } },
  };
}

function sayState(
  { closedAt, acknowledgedAt, acknowledgedBy, ackAskedAt, snoozedUntil }: State,
  now: Date,
): Reply {
  if (closedAt) return { text: "The incident has already ended.", isOpen: false, isPrivate: false };
  if (acknowledgedAt)
    return {
      text: acknowledgedText(acknowledgedBy, acknowledgedAt),
      isOpen: ackAskedAt !== null,
      isPrivate: false,
    };
  return snoozedUntil && snoozedUntil > now
    ? { text: `Snoozed until ${clockText(snoozedUntil)}`, isOpen: true, isPrivate: false }
    : refuse("Nothing was changed. Alerts continue.");
}
