import { policyList } from "@/lib/incidents/policy-input";
import {
  formatPolicy,
  isForAllSnitches,
  MATCHES_ALL,
  type Policy,
  type PolicyStep,
} from "@/lib/rules/incidents/policy";
import { listProblems, withoutDefaults } from "../file-input";
import { LIST } from "../list";
import { type Entry, type Keyed, type Section, unknownKeys, unknownMembers } from "../section";

/** With channels by their keys and members by their addresses. */
type Policies = { policies: Policy[] };

/** `all`: with people’s browsers, which no file can name, and channels by their ids. */
export type ExistingPolicies = Keyed<Policies> & { all: Policy[] };

export const policies: Section<Entry<Policies>, ExistingPolicies> = {
  ...LIST,
  resource: "policies",
  defaults: {},
  title: () => "",
  parse: (value, path) => {
    const { data, error } = policyList.safeParse(value);
    if (error) return { value: null, problems: listProblems(error, path) };
    return { value: [{ key: "", index: 0, attributes: { policies: data } }], problems: [] };
  },
  write: (entries) =>
    entries.flatMap(({ attributes }) =>
      attributes.policies.map(({ name, match, steps, repeat }) => ({
        name,
        ...(!isForAllSnitches(match) && { match: withoutDefaults(match, MATCHES_ALL) }),
        steps,
        ...(repeat > 0 && { repeat }),
      })),
    ),
  // Without any, the escalation counts, and is in the file instead.
  export: (all) => (all.some(({ attributes }) => attributes.policies.length > 0) ? all : null),
  compare: ({ entry, current }) => ({
    before: { policies: (current?.attributes.policies ?? []).map(format) },
    after: { policies: entry.attributes.policies.map(format) },
  }),
  findProblems: ({ planned }, { existing, future }) =>
    planned
      .flatMap(({ entry }) => entry.attributes.policies)
      .flatMap(({ steps }, index) => {
        const path = ["policies", index, "steps"];
        const targets = steps.flatMap(({ notify }) => notify);
        const channels = targets.flatMap((target) => ("channel" in target ? target.channel : []));
        const members = targets.flatMap((target) => ("member" in target ? target.member : []));
        return [
          ...unknownKeys(channels, future.channels, path, "channel"),
          ...unknownMembers(members, existing, path),
        ];
      }),
};

const format = (policy: Policy) => formatPolicy(policy, formatStep);

const formatStep = ({ after_minutes, notify }: PolicyStep) =>
  `after ${after_minutes} min: ${notify.map((target) => ("member" in target ? target.member : target.channel)).join(", ")}`;
