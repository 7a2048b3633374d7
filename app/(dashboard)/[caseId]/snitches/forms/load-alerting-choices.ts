import type { AlertingChoices } from "@/components/snitches/fields/alerting-fields";
import { listMembers } from "@/lib/cases/members";
import { listChannelNames } from "@/lib/channels/list";
import { query } from "@/lib/platform/db";
import { findDependencies } from "@/lib/snitches/dependencies";
import { hasOthers, listNamed } from "@/lib/snitches/list-named";

/** What a form about alerting offers, and what this snitch depends on. */
export async function loadAlertingChoices(
  caseId: string,
  snitch: { id: string; token: string },
): Promise<AlertingChoices> {
  const dependencies = await findDependencies(query, [snitch.id]);
  const [dependsOn, hasParents, channels, members] = await Promise.all([
    listNamed(caseId, dependencies.get(snitch.id) ?? []),
    hasOthers(caseId, snitch.token),
    listChannelNames(caseId),
    listMembers(caseId),
  ]);
  const emails = members.map(({ email }) => email);
  return { caseId, own: snitch.token, dependsOn, hasParents, channels, members: emails };
}
