import { z } from "zod";
import { MAX_AFTER_MINUTES, MAX_STEPS } from "@/lib/rules/incidents/escalate";
import type { PolicyStep } from "@/lib/rules/incidents/policy";
import { isFields, keyList, listProblems, unknownNames } from "../file-input";
import { LIST, readList } from "../list";
import type { Problem } from "../problem";
import { type Entry, type Keyed, type Section, unknownKeys, unknownMembers } from "../section";

/** Whom an incident is escalated to, with channels by their keys and people by their addresses. */
export type Step = { after_minutes: number; channels: string[]; people: string[] };

type Steps = { steps: Step[] };

/**
 * `allSteps`: the steps with people’s browsers, which no file can name. `policies`: the names of those that count instead of it, until a
 * file says that it does.
 */
export type ExistingEscalation = Keyed<Steps> & { allSteps: PolicyStep[]; policies: string[] };

const NOT_MINUTES = `must be a whole number of minutes from 1 to ${MAX_AFTER_MINUTES} (7 days)`;
const NOT_PEOPLE = "must be a list of members’ addresses";
const MAX_RECIPIENTS = 100;

const stepInput = z
  .object({
    after_minutes: z.int({ error: NOT_MINUTES }).min(1, NOT_MINUTES).max(MAX_AFTER_MINUTES, NOT_MINUTES),
    channels: keyList(MAX_RECIPIENTS),
    people: z
      .array(z.string({ error: NOT_PEOPLE }), { error: NOT_PEOPLE })
      .max(MAX_RECIPIENTS, NOT_PEOPLE)
      .nullish()
      .transform((people) => [...new Set((people ?? []).map((each) => each.trim().toLowerCase()))].sort()),
  })
  .refine(({ channels, people }) => channels.length + people.length > 0, {
    error: "must notify someone: name channels or people",
  });

export const escalation: Section<Entry<Steps>, ExistingEscalation> = {
  ...LIST,
  resource: "escalation",
  defaults: {},
  title: () => "",
  parse: (value, path) => {
    const list = readList(value, path, MAX_STEPS, "a list of steps", "steps");
    if ("problems" in list) return list;
    const problems: Problem[] = [];
    const steps: Step[] = [];
    for (const [index, item] of list.items.entries()) {
      const place = [...path, index];
      if (isFields(item))
        problems.push(...unknownNames(item, ["after_minutes", "channels", "people"], place, "a step"));
      const { data, error } = stepInput.safeParse(isFields(item) ? item : {});
      if (error) problems.push(...listProblems(error, place));
      else if (steps.some(({ after_minutes }) => after_minutes === data.after_minutes)) {
        const message = "is the same as in another step: combine them";
        problems.push({ path: [...place, "after_minutes"], message });
      } else steps.push(data);
    }
    steps.sort((one, other) => one.after_minutes - other.after_minutes);
    const entries = [{ key: "", index: 0, attributes: { steps } }];
    return { value: problems.length > 0 ? null : entries, problems };
  },
  write: (entries) =>
    entries.flatMap(({ attributes }) =>
      attributes.steps.map(({ after_minutes, channels, people }) => ({
        after_minutes,
        ...(channels.length > 0 && { channels }),
        ...(people.length > 0 && { people }),
      })),
    ),
  export: (all) => (all.some(({ policies }) => policies.length > 0) ? null : all),
  compare: ({ entry, current }) => ({
    before: { steps: (current?.attributes.steps ?? []).map(formatStep), policies: current?.policies ?? [] },
    after: { steps: entry.attributes.steps.map(formatStep), policies: [] },
  }),
  findProblems: ({ planned }, { existing, future }) => {
    const steps = planned.flatMap(({ entry }) => entry.attributes.steps);
    return steps.flatMap(({ channels, people }, index) => [
      ...unknownKeys(channels, future.channels, ["escalation", index, "channels"], "channel"),
      ...unknownMembers(people, existing, ["escalation", index, "people"]),
    ]);
  },
};

const formatStep = ({ after_minutes, channels, people }: Step) =>
  `after ${after_minutes} min: ${[...channels, ...people].join(", ")}`;
