import { addBadge } from "@/lib/status-pages/add-badge";
import { newBadge, writeSubject } from "@/lib/status-pages/badge-input";
import { listBadges } from "@/lib/status-pages/find-badge";
import { subjectOf } from "@/lib/status-pages/present-badge";
import { revokeShare } from "@/lib/status-pages/revoke";
import type { PlanOf } from "../configuration";
import { knownValue, type Store } from "../store";
import { badgeKey, type ExistingBadge } from "./badges";

/** The badges of a case. `snitchKeys`: by the ids of snitches. */
export async function loadBadges(caseId: string, snitchKeys: Map<string, string>): Promise<ExistingBadge[]> {
  const badges = await listBadges(caseId);
  return badges.map((badge) => {
    const { id, label, settings, snitchId } = badge;
    const subject = snitchId ? `snitch:${snitchKeys.get(snitchId)}` : writeSubject(subjectOf(badge));
    const attributes = { label, subject, shows: settings.shows, days: settings.days, style: settings.style };
    return { id, key: badgeKey(attributes), attributes };
  });
}

export const badgeStore: Store<PlanOf<"badges">> = {
  remove: ({ id }, { caseId, by }) => revokeShare(caseId, "badge", id, by),
  apply: async (entries, { caseId, ids, by }) => {
    for (const { entry } of entries) {
      const subject = entry.attributes.subject.replace(
        /^snitch:(.*)$/,
        (_, key: string) => `snitch:${knownValue(ids.snitches, key)}`,
      );
      await addBadge(caseId, newBadge.parse({ ...entry.attributes, subject }), by);
    }
  },
};
