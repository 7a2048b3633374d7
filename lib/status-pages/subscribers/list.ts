import { z } from "zod";
import { type Actor, recordEvents } from "@/lib/audit/record";
import { query, transaction } from "@/lib/platform/db";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { notFound } from "@/lib/platform/refusal";

const EXAMPLE_SUBSCRIBER = {
  id: "8c2f6a1e-4b7d-4e90-a5c3-1d2e3f4a5b6c",
  address: "ada@example.com",
  components: [],
  confirmed_at: "2026-05-28T03:12:00.000Z",
};

/** The JSON of the subscribers of a page. */
export const presentedSubscribers = z.object({
  count: z.int().meta({ description: "The number of confirmed subscribers.", examples: [1] }),
  subscribers: z
    .array(
      z.object({
        id: z.uuid(),
        address: z.string(),
        components: z.array(z.uuid()).meta({ description: "Empty for all." }),
        confirmed_at: z.iso
          .datetime({ precision: 3 })
          .nullable()
          .meta({ description: "Null if not confirmed yet: nothing is sent." }),
      }),
    )
    .optional()
    .meta({
      description: "Only for keys with full access.",
      examples: [[EXAMPLE_SUBSCRIBER]],
    }),
});

export type PresentedSubscribers = z.output<typeof presentedSubscribers>;

type Row = { id: string; address: string; components: string[]; confirmedAt: Date | null };

/** How many subscribe to a page of the case, and who. Addresses are for those who may change the page. */
export async function listSubscribers(
  caseId: string,
  slug: string,
  withAddresses: boolean,
): Promise<PresentedSubscribers> {
  const pageId = await findPageId(caseId, slug);
  const rows = await query<Row>(
    `SELECT id, address, components, confirmed_at AS "confirmedAt" FROM page_subscribers WHERE page_id = $1 ORDER BY address`,
    [pageId],
  );
  return {
    count: rows.filter(({ confirmedAt }) => confirmedAt).length,
    ...(withAddresses && {
      subscribers: rows.map(({ confirmedAt, ...row }) => ({
        ...row,
        confirmed_at: confirmedAt?.toISOString() ?? null,
      })),
    }),
  };
}

/** Ends a subscription of a page of the case. The reader is not notified, and may subscribe again. */
export const removeSubscriber = (caseId: string, slug: string, id: string, by: Actor) =>
  transaction(async (sql) => {
    const pageId = await findPageId(caseId, slug);
    const [row] = await sql<{ address: string }>(
      "DELETE FROM page_subscribers WHERE page_id = $1 AND id = $2 RETURNING address",
      [pageId, id],
    );
    if (!row) throw notFound("subscriber");
    const resource = { id: pageId, name: row.address };
    await recordEvents(sql, caseId, by, [{ action: "share.unsubscribed", resource, facts: { page: slug } }]);
  });

async function findPageId(caseId: string, slug: string): Promise<string> {
  if (!isPostgresText(slug)) throw notFound("page");
  const [page] = await query<{ id: string }>("SELECT id FROM pages WHERE case_id = $1 AND slug = $2", [
    caseId,
    slug,
  ]);
  if (!page) throw notFound("page");
  return page.id;
}
