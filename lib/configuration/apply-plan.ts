import type { Actor } from "@/lib/audit/record";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { query } from "@/lib/platform/db";
import { type Existing, IN_ORDER, type PlanOf, type SectionKey } from "./configuration";
import { isChange } from "./diff";
import { toStoredKey } from "./owner";
import type { Plan } from "./plan";
import { assignKeys, saveKeys } from "./save-keys";
import { badgeStore } from "./sections/badges-store";
import { channelStore } from "./sections/channels-store";
import { escalationStore } from "./sections/escalation-store";
import { maintenanceStore } from "./sections/maintenance-store";
import { pageStore, refusePages } from "./sections/pages-store";
import { policyStore } from "./sections/policies-store";
import { settingsStore } from "./sections/settings-store";
import { snitchStore } from "./sections/snitches-store";
import type { Store } from "./store";

const STORES: Record<SectionKey, Store> = {
  settings: settingsStore,
  escalation: escalationStore,
  policies: policyStore,
  channels: channelStore,
  snitches: snitchStore,
  maintenance: maintenanceStore,
  pages: pageStore,
  badges: badgeStore,
} satisfies { [Key in SectionKey]: Store<PlanOf<Key>> };

/**
 * Does what a plan without problems says. Each change is complete in itself, so that a plan that was interrupted, or made twice
 * at once, is finished by planning and applying again. Refuses a change that someone else has made impossible since the plan.
 */
export async function applyPlan(
  { existing, plan }: { existing: Existing; plan: Plan },
  by: Actor,
  now: Date,
): Promise<void> {
  const caseId = existing.theCase.id;
  if (plan.problems.length + plan.missing.length > 0) throw new Error("A plan with problems was applied.");
  if (!plan.changes.some(isChange)) return;
  refuseIfOnHold(existing.theCase);
  await refusePages(caseId, plan);
  // What an owner’s file does not name may get a place in the file of another one.
  if (existing.owner) await saveKeys(query, "snitches", caseId, listKeyless(existing, plan));
  else await assignKeys(caseId);
  const ids = {
    channels: new Map(existing.channels.map(({ key, id }) => [key, id])),
    snitches: new Map(existing.snitches.map(({ key, token }) => [key, token])),
  };
  const applying = { caseId, existing, ids, by, now };
  // First, because a case may have no room for what is added otherwise.
  for (const key of IN_ORDER.toReversed())
    for (const one of plan[key].removed) await STORES[key].remove?.(one, applying);
  for (const key of IN_ORDER)
    await STORES[key].apply(
      plan[key].planned.filter(({ change }) => isChange(change)),
      applying,
    );
}

const listKeyless = ({ owner }: Existing, { snitches }: Plan) =>
  snitches.planned.flatMap(({ entry, current }) =>
    current?.isKeyless ? [{ id: current.id, key: toStoredKey(owner, entry.key) }] : [],
  );
