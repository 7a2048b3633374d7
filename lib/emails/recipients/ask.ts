import { type Actor, recordEvents } from "@/lib/audit/record";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Column, insertMany } from "@/lib/platform/columns";
import { type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { newId } from "@/lib/platform/new-id";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { DAY_MS } from "@/lib/rules/durations";
import { type CountedRequest, hashMailbox, withinLimits } from "./confirmation-limits";
import { findWaiting, type WaitingRecipient } from "./find-waiting";
import { recipientUrl } from "./link";
import { mustConfirm } from "./register";

/** Identifies the lock that requests are sent under, so that two transactions cannot exceed a limit together. */
const LOCK = 20_261_121;

/**
 * Asks the addresses that must confirm and were never asked, of one case or of all. What the limits do not allow today is sent
 * by a later run. Safe to run late, twice, or in several processes at once.
 */
export async function askRecipients(now: Date, caseId: string | null = null): Promise<void> {
  if (!mustConfirm()) return;
  const { waiting, newRows } = await transaction(async (sql) => {
    await sql("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    const waiting = await findWaiting(sql, "r.asked_at IS NULL AND ($1::uuid IS NULL OR r.case_id = $1)", [
      caseId,
    ]);
    return { waiting, newRows: await sendRequests(sql, waiting, now) };
  });
  wakeWorkersLater(newRows);
  publishChange(waiting.map(({ caseId }) => caseId));
}

/** `askRecipients` for a case whose addresses have changed, after the commit. Never fails: a worker asks later. */
export function askRecipientsLater(caseId: string): void {
  askRecipients(new Date(), caseId).catch((error: Error) =>
    log.warn({ error: error.message }, "confirmation requests could not be sent; a worker will send them"),
  );
}

/** Asks one address of the case by hand, at most once a day. */
export async function askAgain(caseId: string, recipientId: string, by: Actor, now: Date): Promise<void> {
  const newRows = await transaction(async (sql) => {
    await sql("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    await refuseUnlessWaiting(sql, caseId, recipientId, now);
    const waiting = await findWaiting(sql, "r.case_id = $1 AND r.id = $2", [caseId, recipientId]);
    const [recipient] = waiting;
    if (!recipient) throw new Refusal("resource_invalid", "No snitch uses this address anymore.");
    const newRows = await sendRequests(sql, waiting, now);
    if (newRows.emails.length === 0) throw new Refusal("rate_limited", TOO_MANY);
    await recordEvents(sql, caseId, by, [
      { action: "recipient.asked", resource: { id: recipient.address, name: recipient.address } },
    ]);
    return newRows;
  });
  wakeWorkersLater(newRows);
  publishChange([caseId]);
}

const TOO_MANY =
  "Too many confirmation requests were sent today, or this address already received one from another case. Try again tomorrow, or invite the person to the case.";

async function refuseUnlessWaiting(sql: Sql, caseId: string, recipientId: string, now: Date): Promise<void> {
  const [recipient] = await sql<{ askedAt: Date | null; confirmedAt: Date | null; leftAt: Date | null }>(
    `SELECT asked_at AS "askedAt", confirmed_at AS "confirmedAt", left_at AS "leftAt"
     FROM recipients WHERE case_id = $1 AND id = $2`,
    [caseId, recipientId],
  );
  if (!recipient) throw notFound("recipient");
  const { askedAt, confirmedAt, leftAt } = recipient;
  if (leftAt) {
    throw new Refusal(
      "resource_invalid",
      "This address is unsubscribed from the case. Only the recipient can change that, with the link in an earlier email.",
    );
  }
  if (confirmedAt || !mustConfirm()) {
    throw new Refusal("resource_invalid", "This address already receives alerts.");
  }
  if (askedAt && now.getTime() - askedAt.getTime() < DAY_MS) {
    throw new Refusal(
      "rate_limited",
      "A confirmation request was sent to this address in the last 24 hours. Try again tomorrow.",
    );
  }
}

type NewRequest = Omit<CountedRequest, "mailbox"> & { address: string };

/** Counts and returns the requests that today's limits allow. Under `LOCK`. */
async function countRequests<Request extends NewRequest>(
  sql: Sql,
  requests: Request[],
  now: Date,
  share = 1,
) {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await sql("DELETE FROM confirmation_requests WHERE at <= $1", [dayAgo]);
  if (requests.length === 0) return [];
  const recent = await sql<CountedRequest>(
    `SELECT mailbox, case_id AS "caseId", owner_id AS "ownerId" FROM confirmation_requests`,
  );
  const withMailboxes = requests.map((request) => ({ ...request, mailbox: hashMailbox(request.address) }));
  const allowed = withinLimits(withMailboxes, recent, share);
  await insertMany(sql, "confirmation_requests", requestColumns(now), allowed);
  return allowed;
}

/** Strangers who enter addresses leave the case the other half for its own recipients. */
const SHARE_OF_STRANGERS = 0.5;

/** Whether the limits allow to ask this address now, because a stranger entered it. If so, it counts. */
export async function allowStranger(sql: Sql, request: NewRequest, now: Date): Promise<boolean> {
  await sql("SELECT pg_advisory_xact_lock($1)", [LOCK]);
  return (await countRequests(sql, [request], now, SHARE_OF_STRANGERS)).length > 0;
}

/** Enqueues the requests that the limits allow. */
async function sendRequests(sql: Sql, waiting: WaitingRecipient[], now: Date): Promise<NewRows> {
  const allowed = await countRequests(sql, waiting, now);
  if (allowed.length === 0) return NO_NEW_ROWS;
  await sql("UPDATE recipients SET asked_at = $1 WHERE id = ANY($2::uuid[])", [
    now,
    allowed.map(({ id }) => id),
  ]);
  return enqueueEmails(
    sql,
    allowed.map(({ id, caseId, address, caseName, snitchName }) => ({
      kind: "address_confirmation",
      address,
      caseId,
      facts: { caseName, snitchName, url: recipientUrl(id) },
    })),
  );
}

const requestColumns = (now: Date): Column<CountedRequest>[] => [
  ["id", "uuid", () => newId()],
  ["at", "time", () => now],
  ["mailbox", "text", ({ mailbox }) => mailbox],
  ["case_id", "uuid", ({ caseId }) => caseId],
  ["owner_id", "uuid", ({ ownerId }) => ownerId],
];
