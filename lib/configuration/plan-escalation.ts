import type { EscalationStep } from "@/lib/rules/incidents/escalate";
import type { Step } from "./configuration";
import type { Change } from "./diff";
import type { Existing } from "./existing";
import { isSame, type Json } from "./file-input";
import { listKeys } from "./keys";
import type { ParsedFile } from "./parse";
import { unknownKeys } from "./plan-snitches";
import type { Problem } from "./problem";

export type EscalationPlan = { steps: Step[] | null; change: Change | null; problems: Problem[] };

/** Whether the steps change, and why they cannot. `channels`: the keys that there will be. */
export function planEscalation(file: ParsedFile, existing: Existing, channels: Set<string>): EscalationPlan {
  const { escalation: steps } = file.configuration;
  if (!steps) return { steps, change: null, problems: [] };
  const before = buildSteps(existing);
  const change: Change = {
    action: isSame(before, steps) ? "unchanged" : "change",
    resource: "escalation",
    key: "",
    name: "",
    attributes: isSame(before, steps)
      ? []
      : [{ attribute: "steps", before: before.map(inWords), after: steps.map(inWords) }],
  };
  const emails = new Set(existing.members.map(({ email }) => email));
  const problems = steps.flatMap((step, index) => [
    ...unknownKeys(step.channels, channels, ["escalation", index, "channels"], "channel"),
    ...listUnknownPeople(step, emails).map((email) => ({
      path: ["escalation", index, "people"],
      message: `names ${email.slice(0, 100)}, who is not a member of this case: invite them first`,
    })),
  ]);
  return { steps, change, problems };
}

const listUnknownPeople = ({ people }: Step, emails: Set<string>) =>
  people.filter((email) => !emails.has(email));

/** The steps of a case, as a file states them: without browsers, and without those that then notify nobody. */
export function buildSteps(existing: Existing): Step[] {
  const channels = new Map(existing.channels.map(({ id, key }) => [id, key]));
  const emails = new Map(existing.members.map(({ id, email }) => [id, email]));
  return existing.steps.flatMap(({ afterMinutes, channelIds, userIds }) => {
    const step = {
      after_minutes: afterMinutes,
      channels: listKeys(channels, channelIds),
      people: listKeys(emails, userIds),
    };
    return step.channels.length + step.people.length > 0 ? [step] : [];
  });
}

/** The steps to save: those of the file, and people's browsers, which no file can name. */
export function stepsToSave(
  steps: Step[],
  existing: Existing,
  idOf: { channel: (key: string) => string; person: (email: string) => string },
): EscalationStep[] {
  const browsers = new Set(existing.browserIds);
  const wanted = steps.map(({ after_minutes, channels, people }) => ({
    afterMinutes: after_minutes,
    channelIds: channels.map(idOf.channel),
    userIds: people.map(idOf.person),
  }));
  const withBrowsers = existing.steps.map(({ afterMinutes, channelIds }) => ({
    afterMinutes,
    channelIds: channelIds.filter((id) => browsers.has(id)),
    userIds: [],
  }));
  for (const step of withBrowsers.filter(({ channelIds }) => channelIds.length > 0)) {
    const same = wanted.find(({ afterMinutes }) => afterMinutes === step.afterMinutes);
    if (same) same.channelIds.push(...step.channelIds);
    else if (isOnlyBrowsers(existing, step.afterMinutes)) wanted.push(step);
  }
  return wanted;
}

/** Whether a step is none that a file could have said, so that its absence in the file is no wish. */
const isOnlyBrowsers = (existing: Existing, afterMinutes: number) =>
  !buildSteps(existing).some((step) => step.after_minutes === afterMinutes);

const inWords = ({ after_minutes, channels, people }: Step): Json =>
  `after ${after_minutes} min: ${[...channels, ...people].join(", ")}`;
