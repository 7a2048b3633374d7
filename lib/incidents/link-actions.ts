import type { Actor } from "@/lib/audit/record";
import { may, type Role } from "@/lib/cases/roles";
import { formatChannelName, type NamedChannel } from "@/lib/channels/name";
import { type ActionLink, LINK_KIND, readActionToken } from "@/lib/outbox/action-link";
import { query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sharedLimiter } from "@/lib/platform/limiter";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { HOUR_MS } from "@/lib/rules/durations";
import { cleanName } from "@/lib/rules/incidents/unverified-name";
import { nextMorning } from "@/lib/rules/notifications/mute";
import { workingTimezone } from "@/lib/rules/schedule/time-zone";
import { acknowledgeIncident } from "./acknowledge";
import { findIncidentRow, type IncidentRow } from "./list-rows";
import { snoozeIncident } from "./snooze";

/** What a link can do. It never pauses: a forwarded email must not mute a job permanently. */
export const LINK_ACTIONS = ["acknowledge", "snooze_hour", "snooze_8_hours", "snooze_morning"] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** A morning may be further away than what a channel may snooze. */
const ALLOWED_ACTIONS: Record<"person" | "channel", readonly LinkAction[]> = {
  person: ["acknowledge", "snooze_hour", "snooze_morning"],
  channel: ["acknowledge", "snooze_hour", "snooze_8_hours"],
};

/** What its page shows. */
export type ActionPage = {
  caseId: string;
  caseName: string;
  /** Whose link it is; null for that of a channel, which everyone has who reads it. */
  person: { id: string; email: string } | null;
  channel: { id: string; name: string } | null;
  incident: IncidentRow;
  /** Whether the case requires a second factor: the page then says what and since when, and acting needs a sign-in. */
  needsSignIn: boolean;
  /** Whether the person may act on it by the link now. */
  mayAct: boolean;
  /** The zone in which the person reads times; that of the snitch for a channel, whose readers it does not know. */
  zone: string;
  /** When “until morning” is. */
  morning: Date;
};

type Row = Pick<ActionPage, "caseId" | "caseName"> & { needsFactor: boolean; zone: string };
type PersonRow = Row & { email: string; role: Role };
type ChannelRow = Row & NamedChannel;

const ROW = `c.id AS "caseId", c.name AS "caseName", c.second_factor_required_since IS NOT NULL AS "needsFactor"`;
const INCIDENT = "incidents i JOIN snitches s ON s.id = i.snitch_id JOIN cases c ON c.id = i.case_id";

const findPerson = async ({ incidentId, userId }: ActionLink) =>
  (
    await query<PersonRow>(
      `SELECT ${ROW}, coalesce(u.time_zone, u.browser_zone, s.timezone) AS zone, u.email, m.role::text AS role
       FROM ${INCIDENT} JOIN members m ON m.case_id = c.id AND m.user_id = $2 JOIN users u ON u.id = m.user_id
       WHERE i.id = $1 AND c.answer_links`,
      [incidentId, userId],
    )
  )[0];

const findChannel = async ({ incidentId, channelId }: ActionLink) =>
  (
    await query<ChannelRow>(
      `SELECT ${ROW}, s.timezone AS zone, w.kind, w.name, w.url
       FROM ${INCIDENT} JOIN channels w ON w.case_id = c.id AND w.id = $2 AND w.disabled_at IS NULL AND w.kind = $3
       WHERE i.id = $1 AND c.channel_links`,
      [incidentId, channelId, LINK_KIND],
    )
  )[0];

/**
 * The page of a link. Null if it is not ours or dead: after its time, without the person or the channel in the case, and where the case has turned
 * links off.
 */
export async function findIncidentAction(token: string, now: Date): Promise<ActionPage | null> {
  const link = readActionToken(token, now);
  if (!link) return null;
  const { incidentId, userId, channelId } = link;
  const person = userId === undefined ? undefined : await findPerson(link);
  const channel = channelId === undefined ? undefined : await findChannel(link);
  const row = person ?? channel;
  const incident = row && (await findIncidentRow(row.caseId, incidentId));
  if (!row || !incident) return null;
  const needsSignIn = row.needsFactor || env.REQUIRE_SECOND_FACTOR;
  const { acknowledgedBy } = incident;
  const zone = workingTimezone(row.zone);
  return {
    caseId: row.caseId,
    caseName: row.caseName,
    person: person && userId ? { id: userId, email: person.email } : null,
    channel: channel && channelId ? { id: channelId, name: formatChannelName(channel) } : null,
    incident: {
      ...incident,
      // A forwarded link tells no one else's address.
      acknowledgedBy: acknowledgedBy === person?.email ? acknowledgedBy : withoutDomain(acknowledgedBy),
    },
    needsSignIn,
    mayAct: !needsSignIn && (!person || may(person.role, "manage_snitches")),
    zone,
    morning: nextMorning(now, zone),
  };
}

const withoutDomain = (name: string | null) => name?.replace(/(?<=\S)@\S+/g, "") ?? null;

/** So that anyone who has a link cannot fill the audit log of the case. */
const MAX_ACTIONS_AN_HOUR = 20;

/** Counts one action on an incident of one person, or of one channel. */
export const countAction = (key: string, now: Date) =>
  sharedLimiter({ name: "answers", limit: MAX_ACTIONS_AN_HOUR, windowSeconds: 3_600 }).consume(key, now);

/** `name`: what the person who acts calls themselves, which counts for the link of a channel. `address`: where they are. */
export type ActionRequest = { action: LinkAction; name: string; address: string };

/**
 * Acts on an incident as the person whose link it is, or by the name that someone says. Does nothing that is done already, and ends no snooze
 * sooner. Refuses a dead link, what the link may not do, and a person who may not act now.
 */
export async function actByLink(token: string, { action, ...who }: ActionRequest, now: Date): Promise<void> {
  const page = await findIncidentAction(token, now);
  if (!page) throw notFound("link");
  const { caseId, person, channel, incident } = page;
  if (!page.mayAct || !ALLOWED_ACTIONS[person ? "person" : "channel"].includes(action))
    throw new Refusal("resource_invalid", "This link doesn’t allow that action.");
  const { isExceeded } = await countAction(`${(person ?? channel)?.id} ${incident.id}`, now);
  if (isExceeded) throw new Refusal("rate_limited", "This link was used too often. Try again in an hour.");
  const by = actorOf(page, who);
  if (action === "acknowledge") return acknowledgeIncident(caseId, incident.id, now, by);
  const until = snoozeEnd(action, page, now);
  if (incident.snoozedUntil && incident.snoozedUntil >= until) return;
  await snoozeIncident(caseId, incident.id, until, now, by);
}

/** A name that someone says is text, and says so: no one has verified it. */
const actorOf = ({ person, channel }: ActionPage, { name, address }: Omit<ActionRequest, "action">): Actor =>
  person
    ? { kind: "user", id: person.id, name: person.email, address, via: "link" }
    : {
        kind: "tattle",
        id: null,
        name: `${cleanName(name)}, by the link in ${channel?.name}`,
        address,
        via: "channel_link",
      };

const SNOOZE_HOURS = { snooze_hour: 1, snooze_8_hours: 8 };

const snoozeEnd = (action: Exclude<LinkAction, "acknowledge">, { morning }: ActionPage, now: Date): Date =>
  action === "snooze_morning" ? morning : new Date(now.getTime() + SNOOZE_HOURS[action] * HOUR_MS);
