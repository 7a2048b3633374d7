import { query } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import type { Language } from "../page-input";
import { TEXTS } from "../texts/texts";
import { subscriberIdIn } from "./link";

/** What the reader of a signed link sees and chooses. */
export type Subscription = {
  id: string;
  address: string;
  confirmedAt: Date | null;
  /** Those that it is limited to; empty for all. */
  components: string[];
  page: { title: string; language: Language; components: { id: string; name: string }[] };
};

/** Null if we did not make the link, or the subscription has ended. */
export async function findSubscription(token: string): Promise<Subscription | null> {
  const id = subscriberIdIn(token);
  if (id === null) return null;
  const [row] = await query<Subscription>(
    `SELECT b.id, b.address, b.confirmed_at AS "confirmedAt", b.components, json_build_object('title', s.name, 'language', p.settings->>'language', 'components',
       coalesce((SELECT json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.position)
         FROM page_components c WHERE c.page_id = b.page_id), '[]')) AS page
     FROM page_subscribers b JOIN shares s ON s.id = b.page_id JOIN pages p ON p.id = b.page_id
     WHERE b.id = $1`,
    [id],
  );
  return row ?? null;
}

/** Confirms that the reader of the address wants the messages, or chooses the components again. */
export async function confirmSubscription(token: string, components: string[], now: Date): Promise<void> {
  const subscription = await findSubscription(token);
  if (!subscription) throw new Refusal("resource_invalid", "This link does not work anymore.");
  const ids = subscription.page.components.map(({ id }) => id);
  const chosen = ids.filter((id) => components.includes(id));
  if (ids.length > 1 && chosen.length === 0)
    throw new Refusal("resource_invalid", TEXTS[subscription.page.language].chooseOne);
  await query(
    "UPDATE page_subscribers SET confirmed_at = coalesce(confirmed_at, $2), components = $3 WHERE id = $1",
    [subscription.id, now, chosen.length === ids.length ? [] : chosen],
  );
}

/** Ends a subscription. Does nothing on repetition. Refuses a link that we did not make. */
export async function leavePage(token: string): Promise<void> {
  const id = subscriberIdIn(token);
  if (id === null) throw new Refusal("resource_invalid", "This link does not work.");
  await query("DELETE FROM page_subscribers WHERE id = $1", [id]);
}

/** Ends the subscriptions of an address that messages do not reach, or whose reader reported one as spam. */
export const endSubscriptionsOf = (address: string) =>
  query("DELETE FROM page_subscribers WHERE address = $1", [address.toLowerCase()]);
