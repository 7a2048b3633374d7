import { randomUUID } from "node:crypto";
import { z } from "zod";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { allowStranger } from "@/lib/emails/recipients/ask";
import { NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { emailAddress } from "@/lib/people/users/input";
import { query, transaction } from "@/lib/platform/db";
import { sharedLimiter } from "@/lib/platform/limiter";
import { toNetwork } from "@/lib/platform/network";
import { Refusal } from "@/lib/platform/refusal";
import type { PageSettings } from "../page-input";
import { confirmationMail } from "./mails";

const MAX_REQUESTS_AN_HOUR = 10;
/** What one network may use of a case's daily limit: it takes five to use it up. */
const MAX_REQUESTS_A_DAY = 5;
const MAX_SUBSCRIBERS = 10_000;

const limiters = () => ({
  anHour: sharedLimiter({ name: "subscriptions", limit: MAX_REQUESTS_AN_HOUR, windowSeconds: 3_600 }),
  aDay: sharedLimiter({ name: "subscriptions-to-case", limit: MAX_REQUESTS_A_DAY, windowSeconds: 86_400 }),
});

/** What the form on a page sends. */
export const newSubscription = z.object({
  email: emailAddress,
  components: z.array(z.uuid()).max(200).default([]),
});
export type NewSubscription = z.output<typeof newSubscription>;

type SubscribedPage = Pick<PageSettings, "language" | "timezone"> & {
  caseId: string;
  title: string;
  ownerId: string | null;
  count: number;
};

const FIND_PAGE = `
  SELECT p.case_id AS "caseId", s.name AS title, p.settings->>'language' AS language, p.settings->>'timezone' AS timezone,
    (SELECT user_id FROM members m WHERE m.case_id = p.case_id AND m.role = 'owner' ORDER BY created_at LIMIT 1) AS "ownerId",
    (SELECT count(*)::int FROM page_subscribers WHERE page_id = p.id) AS count
  FROM pages p JOIN shares s ON s.id = p.id WHERE p.id = $1`;

const tooMany = (when: string) =>
  new Refusal("rate_limited", `Too many addresses were entered. Try again ${when}.`);

/**
 * Asks an address to confirm that its reader wants to hear of a page, within the limits that all such requests have: of the mailbox,
 * the case, its owner, and the network of the person who asks. Says nothing of whether the address is subscribed.
 */
export async function subscribe(
  pageId: string,
  input: NewSubscription,
  address: string,
  now: Date,
): Promise<void> {
  const network = toNetwork(address);
  const { anHour, aDay } = limiters();
  if ((await anHour.consume(network, now)).isExceeded) throw tooMany("in an hour");
  const [page] = await query<SubscribedPage>(FIND_PAGE, [pageId]);
  if (!page || page.count >= MAX_SUBSCRIBERS) return;
  if ((await aDay.consume(`${network} ${page.caseId}`, now)).isExceeded) throw tooMany("tomorrow");
  const newRows = await transaction(async (sql) => {
    const email = input.email.toLowerCase();
    const { caseId, ownerId } = page;
    const [confirmed] = await sql(
      "SELECT FROM page_subscribers WHERE page_id = $1 AND address = $2 AND confirmed_at IS NOT NULL",
      [pageId, email],
    );
    if (confirmed || !(await allowStranger(sql, { address: email, caseId, ownerId }, now)))
      return NO_NEW_ROWS;
    // Anyone who asks again chooses again, until the reader has confirmed: then only the reader does.
    const [subscriber] = await sql<{ id: string }>(
      `INSERT INTO page_subscribers (id, address, components, page_id, created_at)
       SELECT $1, $2, ARRAY(SELECT id FROM page_components WHERE page_id = $3 AND id = ANY($4::uuid[])), $3, $5
       ON CONFLICT (page_id, address) DO UPDATE SET components = excluded.components, created_at = excluded.created_at
         WHERE page_subscribers.confirmed_at IS NULL RETURNING id`,
      [randomUUID(), email, pageId, input.components, now],
    );
    if (!subscriber) return NO_NEW_ROWS;
    const facts = confirmationMail(page, subscriber.id);
    return enqueueEmails(sql, [{ kind: "subscription_confirmation", address: email, facts }]);
  });
  wakeWorkersLater(newRows);
}
