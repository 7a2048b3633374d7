import { savePolicies } from "@/lib/incidents/policies";
import { mapTargets, type Policy, type PolicyStep, withoutEmptySteps } from "@/lib/rules/incidents/policy";
import type { PlanOf } from "../configuration";
import { knownValue, type Store } from "../store";
import type { ExistingPolicies } from "./policies";

/** The policies of a case, as a file states them: without browsers, and without steps that then notify no one. */
export function existingPolicies(all: Policy[], channelKeys: Map<string, string>): ExistingPolicies {
  const named = mapTargets(all, (target) => {
    if ("member" in target) return target;
    const channel = channelKeys.get(target.channel);
    return channel === undefined ? [] : { channel };
  });
  return { key: "", attributes: { policies: withoutEmptySteps(named) }, all };
}

export const policyStore: Store<PlanOf<"policies">> = {
  apply: async (entries, { caseId, existing, ids, by }) => {
    for (const { entry, current } of entries) {
      const policies = mapTargets(entry.attributes.policies, (target) =>
        "member" in target ? target : { channel: knownValue(ids.channels, target.channel) },
      );
      const all = policies.map((policy) => {
        const isSame = ({ name }: Policy) => name === policy.name;
        const before = current?.all.find(isSame)?.steps ?? [];
        const named = current?.attributes.policies.find(isSame)?.steps ?? [];
        return { ...policy, steps: withBrowsers(policy.steps, before, named, existing.browserIds) };
      });
      await savePolicies(caseId, all, by);
    }
  },
};

/** The steps of a file, and people’s browsers, which no file can name. `named`: those that a file could have had. */
export function withBrowsers(
  steps: PolicyStep[],
  before: PolicyStep[],
  named: { after_minutes: number }[],
  browserIds: string[],
): PolicyStep[] {
  const all = [...steps];
  for (const { after_minutes, notify } of before) {
    const browsers = notify.filter((target) => "channel" in target && browserIds.includes(target.channel));
    if (browsers.length === 0) continue;
    const place = all.findIndex((each) => each.after_minutes === after_minutes);
    const same = all[place];
    // The absence of a step that a file could have named is a wish.
    const isNamed = named.some((each) => each.after_minutes === after_minutes);
    if (same) all[place] = { after_minutes, notify: [...same.notify, ...browsers] };
    else if (!isNamed) all.push({ after_minutes, notify: browsers });
  }
  return all.sort((one, other) => one.after_minutes - other.after_minutes);
}
