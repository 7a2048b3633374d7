import { findKind } from "@/lib/channel-kinds/find";
import { writeMessage } from "@/lib/channel-kinds/kind";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { HOLD_COLUMNS } from "@/lib/outbox/hold-columns";
import { NO_ALERT } from "@/lib/outbox/message-row";
import { notificationFor } from "@/lib/outbox/notification-for";
import type { NewRows } from "@/lib/outbox/wake-workers";
import { insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/new-id";
import type { Severity } from "@/lib/rules/incidents/incident";
import { describeMachineMessage, type UnreachableFacts } from "@/lib/rules/machines/describe-message";
import type { Notification } from "@/lib/rules/messages/notification";
import type { Wait } from "@/lib/rules/notifications/channel-hours";
import { JOINED_RUNS } from "./list";

/** The outage of a machine, as messages about it say it. */
export type MachineFacts = UnreachableFacts & {
  id: string;
  caseId: string;
  caseName: string;
  severity: Severity;
  openedAt: Date;
};

/** The facts that messages about these machine incidents state. */
export const findMachineFacts = (sql: Sql, ids: string[]) =>
  sql<MachineFacts>(
    `SELECT m.id, m.case_id AS "caseId", c.name AS "caseName", m.host, m.severity::text AS severity, m.last_heard_at AS "lastHeardAt",
       m.opened_at AS "openedAt", greatest(missed.jobs, (SELECT count(*)::int FROM ${JOINED_RUNS} WHERE s.case_id = m.case_id AND r.host = m.host)) AS jobs,
       missed.jobs AS missed, missed.runs
     FROM machine_incidents m JOIN cases c ON c.id = m.case_id CROSS JOIN LATERAL (
       SELECT count(DISTINCT i.snitch_id)::int AS jobs, count(a.id)::int AS runs FROM incidents i
       LEFT JOIN alerts a ON a.incident_id = i.id AND a.kind = 'missing' AND NOT a.is_reminder
       WHERE i.machine_incident_id = m.id) AS missed
     WHERE m.id = ANY($1::uuid[])`,
    [ids],
  );

/** A job of the message to one address or channel. */
export type MessageJob = { name: string; since: Date };

/** One message about a machine incident. `to`: an address, or a channel id. */
export type MachineMessage = {
  machine: MachineFacts;
  event: "machine_silent" | "machine_heard";
  to: { kind: "email"; address: string; isFallback: boolean } | { kind: "channel"; channelId: string };
  jobs: MessageJob[];
  now: Date;
  /** Why a channel gets it later; absent if nothing holds it back. */
  wait?: Wait | null;
};

/** Queues messages about unreachable machines. Returns the rows to send, and the id of each email, in the order of the messages. */
export async function sendMachineMessages(
  sql: Sql,
  messages: MachineMessage[],
): Promise<{ newRows: NewRows; ids: string[] }> {
  const withIds = messages.map((message) => ({ ...message, id: newId() }));
  const emails = await enqueueEmails(
    sql,
    withIds.flatMap(({ id, machine, event, to, jobs, now }) => {
      if (to.kind !== "email") return [];
      const { caseId, caseName, host, lastHeardAt, missed, runs, isHeard = true } = machine;
      const url = `${env.APP_URL}/${caseId}/machines`;
      const facts = {
        caseName,
        host,
        lastHeardAt,
        at: now,
        count: machine.jobs,
        missed,
        runs,
        isHeard,
        jobs,
        url,
      };
      const { address, isFallback } = to;
      return { id, kind: event, address, isFallback, caseId, machineIncidentId: machine.id, facts };
    }),
  );
  const channels = withIds.flatMap((message) =>
    message.to.kind === "channel"
      ? { ...message, channelId: message.to.channelId, acknowledgedBy: null }
      : [],
  );
  if (channels.length > 0) await insertDeliveries(sql, channels);
  return {
    newRows: { emails: emails.emails, deliveries: channels.flatMap(({ id, wait }) => (wait ? [] : id)) },
    ids: withIds.map(({ id }) => id),
  };
}

/** Queues, for pagers, that someone has acknowledged a machine incident. */
export async function sendAcknowledgement(
  sql: Sql,
  {
    channelIds,
    ...facts
  }: Pick<ChannelMessage, "machine" | "acknowledgedBy" | "now"> & {
    channelIds: string[];
  },
): Promise<NewRows> {
  const messages = channelIds.map((channelId) => ({
    ...facts,
    id: newId(),
    channelId,
    event: "acknowledged" as const,
    jobs: [],
  }));
  if (messages.length > 0) await insertDeliveries(sql, messages);
  return { emails: [], deliveries: messages.map(({ id }) => id) };
}

type ChannelMessage = Omit<MachineMessage, "to" | "event"> & {
  id: string;
  channelId: string;
  event: MachineMessage["event"] | "acknowledged";
  acknowledgedBy: string | null;
};

async function insertDeliveries(sql: Sql, messages: ChannelMessage[]): Promise<void> {
  const kinds = await sql<{ id: string; kind: string }>(
    "SELECT id, kind FROM channels WHERE id = ANY($1::uuid[])",
    [messages.map(({ channelId }) => channelId)],
  );
  const kindById = new Map(kinds.map(({ id, kind }) => [id, kind]));
  await insertMany<ChannelMessage & { body: string; wait: Wait | null }>(
    sql,
    "deliveries",
    [
      ["id", "uuid", ({ id }) => id],
      ["channel_id", "uuid", ({ channelId }) => channelId],
      ["event", "enum delivery_event", ({ event }) => event],
      ["machine_incident_id", "uuid", ({ machine }) => machine.id],
      ["body", "text", ({ body }) => body],
      ...HOLD_COLUMNS,
    ],
    messages.flatMap((message) => {
      const kind = kindById.get(message.channelId);
      if (!kind) return [];
      return { wait: null, ...message, body: writeMessage(findKind(kind), toNotification(message)) };
    }),
  );
}

/** To a channel, the machine stands where a snitch does otherwise. */
function toNotification({ id, event, machine, jobs, now, acknowledgedBy }: ChannelMessage): Notification {
  const { caseId, caseName, host, severity, lastHeardAt, openedAt } = machine;
  const url = `${env.APP_URL}/${caseId}/machines`;
  const row = {
    ...NO_ALERT,
    caseId,
    caseName,
    at: now.toISOString(),
    since: lastHeardAt.toISOString(),
    cause: event === "machine_silent" ? ("missed" as const) : null,
    severity,
    acknowledgedBy,
  };
  const notification = notificationFor({ id, event, isPast: false }, row);
  return {
    ...notification,
    snitch: { ...notification.snitch, name: host, url },
    incident: { id: machine.id, openedAt: openedAt.toISOString(), cause: "missed", url },
    ...(event !== "acknowledged" && { machine: describeMachineMessage(event, machine, jobs, now) }),
  };
}
