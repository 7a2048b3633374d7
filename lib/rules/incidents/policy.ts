import { formatCount } from "../format-count";
import { fitsTags, isSevere, type TagRoute } from "../notifications/route";
import type { EscalationStep } from "./escalate";
import type { Severity } from "./incident";

/** Whom a step notifies: a member, by address or, as it is stored, by id; or a channel by its id, in a file by its key. */
export type PolicyTarget = { member: string } | { channel: string };
export type PolicyStep = { after_minutes: number; notify: PolicyTarget[] };

/** Which snitches a policy is for. One that asks for nothing is for all. */
export type PolicyMatch = { tags_any: string[]; tags_none: string[]; min_severity: Severity };

/** Whom a case escalates the incidents of some snitches to. `repeat`: how often its steps start again. */
export type Policy = { name: string; match: PolicyMatch; steps: PolicyStep[]; repeat: number };

export const MAX_POLICIES = 20;
export const MAX_REPEATS = 5;

export const MATCHES_ALL: PolicyMatch = { tags_any: [], tags_none: [], min_severity: "info" };

/** The policy of an incident, which it keeps. `first`: the step that comes with the first notification; `steps`: those after it, in order. */
export type KeptPolicy = {
  name: string;
  because: string;
  first: EscalationStep | null;
  steps: EscalationStep[];
};

export const isForAllSnitches = ({ tags_any, tags_none, min_severity }: PolicyMatch): boolean =>
  tags_any.length + tags_none.length === 0 && min_severity === MATCHES_ALL.min_severity;

/** The policies with other targets, and with their members in the order of the API, which JSON in Postgres does not keep. */
export const mapTargets = (
  policies: Policy[],
  map: (target: PolicyTarget) => PolicyTarget | PolicyTarget[],
): Policy[] =>
  policies.map(({ name, match: { tags_any, tags_none, min_severity }, steps, repeat }) => ({
    name,
    match: { tags_any, tags_none, min_severity },
    steps: steps.map(({ after_minutes, notify }) => ({ after_minutes, notify: notify.flatMap(map) })),
    repeat,
  }));

/** Without steps that notify no one. */
export const withoutEmptySteps = (policies: Policy[]): Policy[] =>
  policies.map(({ name, match, steps, repeat }) => ({
    name,
    match,
    steps: steps.filter(({ notify }) => notify.length > 0),
    repeat,
  }));

type PolicySubject = { tags: string[]; severity: Severity };

const toRoute = ({ tags_any, tags_none }: PolicyMatch): TagRoute => ({
  tagsAny: tags_any,
  tagsAll: [],
  tagsNone: tags_none,
});

/** The first policy for a snitch; undefined in a case that has none. */
const findPolicy = (policies: Policy[], { tags, severity }: PolicySubject): Policy | undefined =>
  policies.find(({ match }) => fitsTags(toRoute(match), tags) && isSevere(severity, match.min_severity));

/** The policy that an incident of a snitch begins with; null in a case without policies, whose escalation is for all. */
export function keepPolicy(policies: Policy[], snitch: PolicySubject): KeptPolicy | null {
  const policy = findPolicy(policies, snitch);
  if (!policy) return null;
  const steps = listSteps(policy);
  const first = steps[0]?.afterMinutes === 0 ? steps[0] : null;
  return {
    name: policy.name,
    because: explainMatch(policy.match, snitch.tags),
    first,
    steps: first ? steps.slice(1) : steps,
  };
}

/** The steps of a policy with their repetitions, each of which starts with the last step before it, after a minute at the earliest. */
function listSteps({ steps, repeat }: Policy): EscalationStep[] {
  const roundMinutes = Math.max(1, steps.at(-1)?.after_minutes ?? 0);
  return Array.from({ length: repeat + 1 }, (_, round) =>
    steps.map(({ after_minutes, notify }) => toStep(after_minutes + round * roundMinutes, notify)),
  ).flat();
}

export const toStep = (afterMinutes: number, notify: PolicyTarget[]): EscalationStep => ({
  afterMinutes,
  channelIds: notify.flatMap((target) => ("channel" in target ? target.channel : [])),
  userIds: notify.flatMap((target) => ("member" in target ? target.member : [])),
});

/** “Databases (tag db): after 15 minutes: ada@acme.test; repeated 2 times”. */
export const formatPolicy = (
  { name, match, steps, repeat }: Policy,
  formatStep: (step: PolicyStep) => string,
): string =>
  `${name} (${formatMatch(match)}): ${[
    ...(steps.length > 0 ? steps.map(formatStep) : ["no further notifications"]),
    ...(repeat > 0 ? [`repeated ${formatCount(repeat, "time")}`] : []),
  ].join("; ")}`;

export const toPolicyStep = ({ afterMinutes, channelIds, userIds }: EscalationStep): PolicyStep => ({
  after_minutes: afterMinutes,
  notify: [...userIds.map((member) => ({ member })), ...channelIds.map((channel) => ({ channel }))],
});

/** Why a policy is for a snitch with these tags, such as “matches tag db”. */
export const explainMatch = (match: PolicyMatch, tags: string[]): string =>
  `matches ${formatMatch({ ...match, tags_any: match.tags_any.filter((tag) => tags.includes(tag)) })}`;

export const MATCHES_EVERY_SNITCH = explainMatch(MATCHES_ALL, []);

/** “tag db or web, not tag test, severity critical”. */
export function formatMatch({ tags_any, tags_none, min_severity }: PolicyMatch): string {
  const parts = [
    ...(tags_any.length > 0 ? [`tag ${tags_any.join(" or ")}`] : []),
    ...(tags_none.length > 0 ? [`not tag ${tags_none.join(" or ")}`] : []),
    ...(min_severity === "critical" ? ["severity critical"] : []),
    ...(min_severity === "warning" ? ["severity warning or critical"] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "all snitches";
}
