import type { AlertingChoices } from "@/components/snitches/fields/alerting-fields";
import { listChannelNames } from "@/lib/channels/list";
import { query } from "@/lib/platform/db";
import { findDependencies } from "@/lib/snitches/dependencies";
import { hasOthers, listNamed } from "@/lib/snitches/list-named";

/** What a form about alerting offers, and what this snitch depends on. `isCopied`: the form adds a copy of the snitch. */
export async function loadAlertingChoices(
  caseId: string,
  snitch?: { id: string; token: string },
  isCopied = false,
): Promise<AlertingChoices> {
  const dependencies = snitch ? await findDependencies(query, [snitch.id]) : new Map<string, string[]>();
  const own = snitch && !isCopied ? snitch.token : null;
  const [dependsOn, hasParents, channels] = await Promise.all([
    listNamed(caseId, dependencies.get(snitch?.id ?? "") ?? []),
    hasOthers(caseId, own),
    listChannelNames(caseId),
  ]);
  return { caseId, own, dependsOn, hasParents, channels };
}
