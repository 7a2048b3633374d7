import { saveSteps } from "@/lib/incidents/escalation-steps";
import type { EscalationStep } from "@/lib/rules/incidents/escalate";
import type { PlanOf } from "../configuration";
import { listKeys } from "../keys";
import { knownValue, type Store } from "../store";
import type { ExistingEscalation } from "./escalation";

/** The steps of a case, as a file states them: without browsers, and without those that then notify no one. */
export function existingEscalation(
  all: EscalationStep[],
  channelKeys: Map<string, string>,
  members: { id: string; email: string }[],
): ExistingEscalation {
  const emails = new Map(members.map(({ id, email }) => [id, email]));
  const steps = all.map(({ afterMinutes, channelIds, userIds }) => ({
    after_minutes: afterMinutes,
    channels: listKeys(channelKeys, channelIds),
    people: listKeys(emails, userIds),
  }));
  const named = steps.filter(({ channels, people }) => channels.length + people.length > 0);
  return { key: "", attributes: { steps: named }, allSteps: all };
}

export const escalationStore: Store<PlanOf<"escalation">> = {
  apply: async (entries, { caseId, existing, ids, by }) => {
    const people = new Map(existing.members.map(({ id, email }) => [email, id]));
    for (const { entry, current } of entries) {
      const steps = entry.attributes.steps.map(({ after_minutes, ...step }) => ({
        afterMinutes: after_minutes,
        channelIds: step.channels.map((key) => knownValue(ids.channels, key)),
        userIds: step.people.map((email) => knownValue(people, email)),
      }));
      const all = withBrowsers(steps, current, existing.browserIds);
      const placed = all.map((step, place) => ({ ...step, place }));
      await saveSteps(caseId, placed, by);
    }
  },
};

/** The steps of the file, and people’s browsers, which no file can name. */
function withBrowsers(
  steps: EscalationStep[],
  current: ExistingEscalation | null,
  browserIds: string[],
): EscalationStep[] {
  const all = steps.map((step) => ({ ...step }));
  for (const { afterMinutes, ...step } of current?.allSteps ?? []) {
    const channelIds = step.channelIds.filter((id) => browserIds.includes(id));
    if (channelIds.length === 0) continue;
    const same = all.find((each) => each.afterMinutes === afterMinutes);
    // The absence of a step that a file could have named is a wish.
    const isNamed = current?.attributes.steps.some(({ after_minutes }) => after_minutes === afterMinutes);
    if (same) same.channelIds = [...same.channelIds, ...channelIds];
    else if (!isNamed) all.push({ afterMinutes, channelIds, userIds: [] });
  }
  return all;
}
