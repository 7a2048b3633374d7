import type { BadgeSettings } from "@/lib/pages/badge-input";
import { query } from "@/lib/platform/db";
import { type BadgeAttributes, badgeKey } from "./badge-attributes";

export type ExistingBadge = { id: string; key: string; attributes: BadgeAttributes };

type Row = {
  id: string;
  label: string;
  settings: BadgeSettings;
  snitchId: string | null;
  slug: string | null;
};

/** The badges of a case. `keys`: of its snitches, by their ids. */
export async function loadBadges(caseId: string, keys: Map<string, string>): Promise<ExistingBadge[]> {
  const rows = await query<Row>(
    `SELECT b.id, b.name AS label, b.settings, b.snitch_id AS "snitchId", p.slug
     FROM shares b LEFT JOIN pages p ON p.id = b.page_id WHERE b.case_id = $1 AND b.kind = 'badge'`,
    [caseId],
  );
  return rows.map(({ id, label, settings: { shows, days, style, tag }, snitchId, slug }) => {
    const whole = tag === null ? "case" : `tag:${tag}`;
    const subject = snitchId ? `snitch:${keys.get(snitchId)}` : slug === null ? whole : `page:${slug}`;
    const attributes = { label, subject, shows, days, style };
    return { id, key: badgeKey(attributes), attributes };
  });
}
