import type { AlertingChoices } from "@/components/snitches/alerting-fields";
import { listChannelNames } from "@/lib/channels/list";
import { query } from "@/lib/platform/db";
import { findDependencies } from "@/lib/snitches/dependencies";
import { listChoices } from "@/lib/snitches/list-choices";

/** What a form about alerting offers, and what this snitch depends on. `isCopied`: the form adds a copy of the snitch. */
export async function loadAlertingChoices(
  caseId: string,
  snitch?: { id: string; token: string },
  isCopied = false,
): Promise<AlertingChoices> {
  const dependencies = snitch ? await findDependencies(query, [snitch.id]) : new Map<string, string[]>();
  const dependsOn = dependencies.get(snitch?.id ?? "") ?? [];
  const [{ snitches, hasMore }, channels] = await Promise.all([
    listChoices(caseId, dependsOn, snitch && !isCopied ? snitch.token : null),
    listChannelNames(caseId),
  ]);
  return { dependsOn, snitches, hasMore, channels };
}
