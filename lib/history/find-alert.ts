import { proofText } from "@/lib/channels/proof";
import { db, query } from "@/lib/platform/db";
import { HOLDS } from "@/lib/rules/incidents/incident";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import { type AlertFacts, readStoredFacts, type StoredFacts } from "@/lib/rules/state/alert-facts";
import type { ListeningGap, UnknownMiss } from "@/lib/rules/state/listening-gap";
import { explainMessage, listNotNotified, type MessageReason, whyNotNotified } from "./explain-notifications";
import {
  listMessages,
  listSentNotifications,
  notifiedLaterAt,
  type QueuedMessage,
  type SentNotification,
} from "./sent-notification";

/** A message about an alert, and what is known of it besides its attempts. */
export type AlertMessage = SentNotification & {
  /** When the next attempt is due; null if there is none. */
  nextAt: Date | null;
  /** The outcome as the service reported it, in words; null if it reported none. */
  proof: string | null;
  because: MessageReason;
  /** The channel of a delivery; null for an email. */
  channel: { id: string; kind: string } | null;
};

export type FoundAlert = NonNullable<Awaited<ReturnType<typeof findAlert>>>;

/** The alert of this case with this id, what decided it, and each message about it. Null if there is none. */
export async function findAlert(caseId: string, id: string) {
  const row = await db.alert.findFirst({ where: { id, caseId }, select: ALERT });
  if (!row) return null;
  const { facts: stored, run, hold, createdAt, ...alert } = row;
  const queued = (await listMessages([id])).get(id) ?? [];
  // As `raiseAlerts` and `repeatAlerts` wrote them.
  const facts = stored === null ? null : readStoredFacts(stored as StoredFacts);
  const messages = explainMessages(queued, facts);
  const [unknownMisses, holds, heldBy, pausedBy, notNotified] = await Promise.all([
    listUnknownMisses(alert.snitch.id, alert.lastCheckedInAt ?? new Date(0), alert.at),
    listHolds(alert.at, facts ? new Date(facts.decidedAt) : createdAt),
    findName(caseId, facts?.notifying?.heldBy ?? null),
    alert.kind === "paused" ? findPauser(caseId, alert.snitch.token, [alert.at, createdAt]) : null,
    listNotNotified(caseId, facts, messages),
  ]);
  return {
    ...alert,
    facts,
    unknownMisses,
    holds,
    heldBy,
    pausedBy,
    createdAt,
    run: run as AlertRun | null,
    hold: HOLDS.find((name) => name === hold) ?? null,
    notifiedLaterAt: notifiedLaterAt(createdAt, queued),
    messages,
    notNotified,
    whyNotNotified: whyNotNotified(facts),
  };
}

const ALERT = {
  id: true,
  kind: true,
  from: true,
  to: true,
  at: true,
  cause: true,
  exitStatus: true,
  message: true,
  lastCheckedInAt: true,
  silentSince: true,
  run: true,
  hold: true,
  isNotified: true,
  isReminder: true,
  isExcused: true,
  facts: true,
  disprovedAt: true,
  createdAt: true,
  snitch: { select: { id: true, token: true, name: true } },
  incident: { select: { id: true, openedAt: true, closedAt: true, severity: true } },
} as const;

function explainMessages(queued: QueuedMessage[], facts: AlertFacts | null): AlertMessage[] {
  return listSentNotifications(queued).map((one, i) => {
    const { channel = null, dueAt = null, proof = null } = queued[i] ?? {};
    return {
      ...one,
      nextAt: one.outcome === "pending" && one.attempts.length > 0 ? dueAt : null,
      proof: proof ? proofText(proof).text : null,
      because: explainMessage(one, facts),
      channel: channel && { id: channel.id, kind: channel.kind },
    };
  });
}

/** The deadlines since the last healthy check-in that were not evaluated, oldest first: each granted one more gap. */
const listUnknownMisses = (snitchId: string, after: Date, before: Date): Promise<UnknownMiss[]> =>
  query<{ deadline: Date; startsAt: Date; endsAt: Date }>(
    `SELECT deadline, silence_starts_at AS "startsAt", silence_ends_at AS "endsAt" FROM unknown_misses
     WHERE snitch_id = $1 AND deadline > $2 AND deadline < $3 ORDER BY deadline DESC LIMIT 20`,
    [snitchId, after, before],
  ).then((rows) =>
    rows.reverse().map(({ deadline, ...listeningGap }) => ({
      deadline,
      listeningGap: listeningGap satisfies ListeningGap,
    })),
  );

/** The times between the event and the decision in which all alerts were held, because no job was checking in. */
const listHolds = (from: Date, to: Date) =>
  query<{ heldAt: Date; until: Date | null }>(
    `SELECT held_at AS "heldAt", least(expired_at, ends_at) AS until FROM alert_holds
     WHERE held_at < $2 AND (least(expired_at, ends_at) IS NULL OR least(expired_at, ends_at) > $1) ORDER BY held_at`,
    [from, to],
  );

const findName = async (caseId: string, id: string | null) =>
  id && db.snitch.findFirst({ where: { id, caseId }, select: { name: true, token: true } });

/**
 * Who paused the snitch, by the event at one of these times: earlier versions noted when the row was written. Null if Tattle
 * did, or if it is not known.
 */
async function findPauser(caseId: string, token: string, times: Date[]): Promise<string | null> {
  const event = await db.auditEvent.findFirst({
    where: { caseId, resourceId: token, action: "snitch.paused", at: { in: times } },
    select: { actorName: true },
  });
  return event?.actorName ?? null;
}
