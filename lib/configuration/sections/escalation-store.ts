import { saveSteps } from "@/lib/incidents/escalation-steps";
import { savePolicies } from "@/lib/incidents/policies";
import type { EscalationStep } from "@/lib/rules/incidents/escalate";
import { type Policy, toPolicyStep, toStep } from "@/lib/rules/incidents/policy";
import type { PlanOf } from "../configuration";
import { listKeys } from "../keys";
import { knownValue, type Store } from "../store";
import type { ExistingEscalation } from "./escalation";
import { withBrowsers } from "./policies-store";

/** The steps of a case, as a file states them: without browsers, and without those that then notify no one. */
export function existingEscalation(
  all: EscalationStep[],
  channelKeys: Map<string, string>,
  members: { id: string; email: string }[],
  policies: Policy[],
): ExistingEscalation {
  const emails = new Map(members.map(({ id, email }) => [id, email]));
  const steps = all.map(({ afterMinutes, channelIds, userIds }) => ({
    after_minutes: afterMinutes,
    channels: listKeys(channelKeys, channelIds),
    people: listKeys(emails, userIds),
  }));
  const named = steps.filter(({ channels, people }) => channels.length + people.length > 0);
  return {
    key: "",
    attributes: { steps: named },
    allSteps: all.map(toPolicyStep),
    policies: policies.map(({ name }) => name),
  };
}

export const escalationStore: Store<PlanOf<"escalation">> = {
  apply: async (entries, { caseId, existing, ids, by }) => {
    const people = new Map(existing.members.map(({ id, email }) => [email, id]));
    for (const { entry, current } of entries) {
      const named = entry.attributes.steps.map((step) =>
        toPolicyStep({
          afterMinutes: step.after_minutes,
          channelIds: step.channels.map((key) => knownValue(ids.channels, key)),
          userIds: step.people.map((email) => knownValue(people, email)),
        }),
      );
      const before = current?.allSteps ?? [];
      const steps = withBrowsers(named, before, current?.attributes.steps ?? [], existing.browserIds);
      const placed = steps.map(({ after_minutes, notify }, place) => ({
        ...toStep(after_minutes, notify),
        place,
      }));
      await saveSteps(caseId, placed, by);
      if (current && current.policies.length > 0) await savePolicies(caseId, [], by);
    }
  },
};
