import { writeSubject } from "@/lib/pages/badge-input";
import { listBadges } from "@/lib/pages/find-badge";
import { subjectOf } from "@/lib/pages/present-badge";
import { type BadgeAttributes, badgeKey } from "./badge-attributes";

export type ExistingBadge = { id: string; key: string; attributes: BadgeAttributes };

/** The badges of a case. `keys`: of its snitches, by their ids. */
export async function loadBadges(caseId: string, keys: Map<string, string>): Promise<ExistingBadge[]> {
  const badges = await listBadges(caseId);
  return badges.map((badge) => {
    const { id, label, settings, snitchId } = badge;
    const subject = snitchId ? `snitch:${keys.get(snitchId)}` : writeSubject(subjectOf(badge));
    const attributes = { label, subject, shows: settings.shows, days: settings.days, style: settings.style };
    return { id, key: badgeKey(attributes), attributes };
  });
}
