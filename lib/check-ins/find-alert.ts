import { proofText } from "@/lib/channels/proof";
import { db, query } from "@/lib/platform/db";
import type { AlertFacts } from "@/lib/rules/alert-facts";
import { HOLDS } from "@/lib/rules/incidents/incident";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import type { Silence, UnknownMiss } from "@/lib/rules/silence";
import { toldLaterAt } from "./incident-story";
import { NOTIFICATIONS, type Notification, notificationsOf } from "./timeline-notification";

/** A message about an alert, and what is known of it besides its attempts. */
export type AlertMessage = Notification & {
  /** When the next attempt is due; null if there is none. */
  nextAt: Date | null;
  /** What the service said became of it, in words; null if it said nothing. */
  proof: string | null;
  /** The channel of a delivery; null for an e-mail. */
  channel: { id: string; kind: string } | null;
};

export type FoundAlert = NonNullable<Awaited<ReturnType<typeof findAlert>>>;

/** The alert of this case with this id, what decided it, and each message about it. Null if there is none. */
export async function findAlert(caseId: string, id: string) {
  const found = await db.alert.findFirst({ where: { id, caseId }, select: ALERT });
  if (!found) return null;
  const { facts: stored, run, hold, emails, deliveries, createdAt, ...alert } = found;
  // As `raiseAlerts` and `repeatAlerts` wrote them.
  const facts = stored as AlertFacts | null;
  const [unknownMisses, holds, heldBy, pausedBy] = await Promise.all([
    listUnknownMisses(alert.snitch.id, alert.lastCheckedInAt ?? new Date(0), alert.at),
    listHolds(alert.at, facts ? new Date(facts.decidedAt) : createdAt),
    findName(caseId, facts?.telling?.heldBy ?? null),
    alert.kind === "paused" ? findPauser(caseId, alert.snitch.token, [alert.at, createdAt]) : null,
  ]);
  return {
    ...alert,
    ...{ facts, unknownMisses, holds, heldBy, pausedBy, createdAt },
    run: run as AlertRun | null,
    hold: HOLDS.find((name) => name === hold) ?? null,
    toldLaterAt: toldLaterAt({ emails, deliveries, createdAt }),
    messages: messagesOf({ emails, deliveries }),
  };
}

const ALERT = {
  ...{ id: true, kind: true, from: true, to: true, at: true, cause: true, exitStatus: true, message: true },
  ...{ lastCheckedInAt: true, silentSince: true, run: true, hold: true, isTold: true, isReminder: true },
  ...{ isExcused: true, facts: true, createdAt: true },
  snitch: { select: { id: true, token: true, name: true } },
  incident: { select: { id: true, openedAt: true, closedAt: true, severity: true } },
  ...NOTIFICATIONS,
} as const;

type Rows = Parameters<typeof notificationsOf>[0];

function messagesOf(rows: Rows): AlertMessage[] {
  const emails = new Map(rows.emails.map((email) => [email.id, email]));
  const deliveries = new Map(rows.deliveries.map((delivery) => [delivery.id, delivery]));
  return notificationsOf(rows).map((one) => {
    const delivery = deliveries.get(one.id);
    const dueAt = (delivery ?? emails.get(one.id))?.dueAt ?? null;
    return {
      ...one,
      nextAt: one.outcome === "pending" && one.attempts.length > 0 ? dueAt : null,
      proof: delivery?.proof ? proofText(delivery.proof).text : null,
      channel: delivery ? { id: delivery.channelId, kind: delivery.channel.kind } : null,
    };
  });
}

/** The deadlines since the last healthy check-in that were not judged, oldest first: each granted one more gap. */
const listUnknownMisses = (snitchId: string, after: Date, before: Date): Promise<UnknownMiss[]> =>
  query<{ deadline: Date; startsAt: Date; endsAt: Date }>(
    `SELECT deadline, silence_starts_at AS "startsAt", silence_ends_at AS "endsAt" FROM unknown_misses
     WHERE snitch_id = $1 AND deadline > $2 AND deadline < $3 ORDER BY deadline DESC LIMIT 20`,
    [snitchId, after, before],
  ).then((rows) =>
    rows.reverse().map(({ deadline, ...silence }) => ({ deadline, silence: silence satisfies Silence })),
  );

/** The times between the event and the decision in which all alerts were held, because no check-in of any job arrived. */
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
