import { query } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { Refusal } from "@/lib/platform/refusal";
import { readSignedId } from "@/lib/platform/signed-id";
import { DAY_MS } from "@/lib/rules/durations";
import { endDrills } from "./end";

/** How long people can confirm. */
const MAX_AGE_MS = 30 * DAY_MS;

const STALE_LINK = "This link no longer works. The fire drill is over, or the link is incomplete.";

/** A message of a fire drill, as the page behind its link shows it. */
export type DrillMessage = { caseId: string; caseName: string; startedAt: Date; confirmedAt: Date | null };

const MESSAGE = `
  SELECT c.id AS "caseId", c.name AS "caseName", d.started_at AS "startedAt", m.confirmed_at AS "confirmedAt"
  FROM (SELECT drill_id, confirmed_at FROM deliveries WHERE id = $1 AND event = 'drill'
        UNION ALL SELECT drill_id, confirmed_at FROM emails WHERE id = $1
        UNION ALL SELECT drill_id, confirmed_at FROM drill_messages WHERE id = $1) AS m
  JOIN drills d ON d.id = m.drill_id JOIN cases c ON c.id = d.case_id WHERE d.started_at > $2`;

/** The message whose link has this token. Null if we did not make it, after 30 days, and if the drill was deleted. */
export async function findDrillMessage(token: string, now: Date): Promise<DrillMessage | null> {
  const id = readSignedId(token);
  if (id === null) return null;
  const [message] = await query<DrillMessage>(MESSAGE, [id, new Date(now.getTime() - MAX_AGE_MS)]);
  return message ?? null;
}

/** Each table that holds messages of fire drills: those of removed channels are kept in one of their own. */
const CONFIRM = ["deliveries", "emails", "drill_messages"]
  .map(
    (table) => `confirmed_${table} AS (
       UPDATE ${table} SET confirmed_at = $2, confirmed_by = (SELECT email FROM person)
       WHERE id = $1 AND drill_id IS NOT NULL AND confirmed_at IS NULL RETURNING id)`,
  )
  .join(", ");

const PERSON = `person AS (
  SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = $3 AND m.user_id = $4)`;

/**
 * Records that someone has seen the message whose link has this token, and notifies pagers that its fire drill is over. Only the first
 * time counts. `userId`: who is signed in; their address is kept if they are a member of the case, and nothing is kept of anyone
 * else. Refuses a link that `findDrillMessage` does not find.
 */
export async function confirmDrill(token: string, userId: string | null, now: Date): Promise<void> {
  const message = await findDrillMessage(token, now);
  if (!message) throw new Refusal("resource_not_found", STALE_LINK);
  const id = readSignedId(token);
  const confirmed = await query(
    `WITH ${PERSON}, ${CONFIRM}
     TABLE confirmed_deliveries UNION ALL TABLE confirmed_emails UNION ALL TABLE confirmed_drill_messages`,
    [id, now, message.caseId, userId],
  );
  if (confirmed.length === 0) return;
  await endDrills(now, id);
  publishChange([message.caseId]);
}
