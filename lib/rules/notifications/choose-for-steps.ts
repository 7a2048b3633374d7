import type { EscalationStep } from "../incidents/escalate";
import type { EmailMark } from "./address-mark";
import type { Person } from "./decide";
import { type CaseChannel, defaultChannel, type Routing } from "./route";

/** A member of a case, whom a step of its escalation may notify. `mark`: why emails do not reach them; null if they do. */
export type CaseMember = { userId: string; email: string; mark: EmailMark | null; isOwner: boolean };

/**
 * Whom steps of an escalation notify. If they have no channel that is on and no one whom emails reach, the owners and the
 * default channel stand in. The other members are included, as those whom other steps are for.
 */
export function chooseForSteps<Member extends CaseMember>(
  steps: EscalationStep[],
  channels: CaseChannel[],
  members: Member[],
): { people: { member: Member; because: Person["because"] }[]; routing: Routing } {
  const enabled = channels.filter(({ isOff }) => !isOff);
  const chosenChannels = enabled.filter(({ id }) => steps.some(({ channelIds }) => channelIds.includes(id)));
  const isChosen = ({ userId }: Member) => steps.some(({ userIds }) => userIds.includes(userId));
  const isNoOne =
    chosenChannels.length === 0 && members.every((member) => !isChosen(member) || member.mark !== null);
  const fallback = isNoOne ? defaultChannel(enabled) : null;
  return {
    people: members.map((member) => {
      const isNotified = isChosen(member) || (isNoOne && member.isOwner);
      return { member, because: isNotified ? "escalated" : "other step" };
    }),
    routing: fallback
      ? { kind: "steps", channelIds: [fallback.id], because: "default channel" }
      : { kind: "steps", channelIds: chosenChannels.map(({ id }) => id), because: "escalated" },
  };
}
