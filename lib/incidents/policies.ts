import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { query, transaction } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import type { Severity } from "@/lib/rules/incidents/incident";
import {
  formatPolicy,
  type KeptPolicy,
  keepPolicy,
  MATCHES_ALL,
  mapTargets,
  type Policy,
  toPolicyStep,
  toStep,
  withoutEmptySteps,
} from "@/lib/rules/incidents/policy";
import { findTargets, formatStep, listSteps, type Targets } from "./escalation-steps";

/** The policies of a case, in order: members by their addresses, without those who have left and channels that were deleted. */
export async function listPolicies(caseId: string): Promise<Policy[]> {
  const [row] = await query<{ policies: Policy[] }>("SELECT policies FROM cases WHERE id = $1", [caseId]);
  if (!row || row.policies.length === 0) return [];
  const { addresses, channelIds } = await findTargets(query, caseId);
  const existing = mapTargets(row.policies, (target) => {
    if ("channel" in target) return channelIds.has(target.channel) ? target : [];
    const address = addresses.get(target.member);
    return address === undefined ? [] : { member: address };
  });
  return withoutEmptySteps(existing);
}

/**
 * Replaces the policies of a case, with members by their addresses; without any, its escalation counts again. Refuses members and
 * channels that it does not have. Open incidents keep the policy that they began with.
 */
export async function savePolicies(caseId: string, policies: Policy[], by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const [theCase] = await sql<{ name: string; policies: Policy[] }>(
      "SELECT name, policies FROM cases WHERE id = $1 FOR NO KEY UPDATE",
      [caseId],
    );
    const targets = await findTargets(sql, caseId);
    const policiesWithIds = withIds(policies, targets);
    const format = (all: Policy[] = []) =>
      all.map((policy) =>
        formatPolicy(policy, (step) => formatStep(toStep(step.after_minutes, step.notify), targets)),
      );
    const facts = changesBetween(
      { policies: format(theCase?.policies) },
      { policies: format(policiesWithIds) },
    );
    if (!theCase) return;
    await sql("UPDATE cases SET policies = $2 WHERE id = $1", [caseId, JSON.stringify(policiesWithIds)]);
    if (Object.keys(facts).length === 0) return;
    const resource = { id: caseId, name: theCase.name };
    await recordEvents(sql, caseId, by, [{ action: "case.changed", resource, facts }]);
  });
}

function withIds(policies: Policy[], { addresses, channelIds }: Targets): Policy[] {
  const ids = new Map([...addresses].map(([id, address]) => [address, id]));
  const unknown = new Set<string>();
  const targetIds = mapTargets(policies, (target) => {
    if ("channel" in target) {
      if (!channelIds.has(target.channel)) unknown.add(`has no channel with the id ${cut(target.channel)}`);
      return target;
    }
    const member = ids.get(target.member);
    if (member === undefined) unknown.add(`names ${cut(target.member)}, who is not a member of this case`);
    return { member: member ?? target.member };
  });
  if (unknown.size > 0) throw invalid([...unknown].map((message) => ({ attribute: "policies", message })));
  return targetIds;
}

const cut = (text: string) => text.slice(0, 100).toWellFormed();

/** The escalation of a case as the policy that is for all snitches. */
export async function copyEscalation(caseId: string): Promise<Policy> {
  const { addresses } = await findTargets(query, caseId);
  const steps = (await listSteps(caseId)).map(({ userIds, ...step }) =>
    toPolicyStep({ ...step, userIds: userIds.flatMap((id) => addresses.get(id) ?? []) }),
  );
  return { name: "Everything else", match: MATCHES_ALL, steps, repeat: 0 };
}

/** How an incident of a snitch is escalated unless someone acknowledges it: by a policy, or by the steps of its case. Null if it is not. */
export async function findEscalation(
  snitch: Parameters<typeof findPolicyOf>[0],
): Promise<{ policy: string } | { afterMinutes: number } | null> {
  const [policy, [step]] = await Promise.all([findPolicyOf(snitch), listSteps(snitch.caseId)]);
  if (!policy) return step ?? null;
  return policy.first || policy.steps.length > 0 ? { policy: policy.name } : null;
}

/** The policy of a snitch: the one that its open incident keeps, or that its next one will; null for the escalation of the case. */
export async function findPolicyOf(snitch: {
  id: string;
  caseId: string;
  tags: string[];
  severity: Severity;
}): Promise<KeptPolicy | null> {
  const [row] = await query<{ policies: Policy[]; isOpen: boolean; kept: KeptPolicy | null }>(
    `SELECT c.policies, i.id IS NOT NULL AS "isOpen", i.policy AS kept FROM cases c
     LEFT JOIN incidents i ON i.snitch_id = $2 AND i.closed_at IS NULL WHERE c.id = $1`,
    [snitch.caseId, snitch.id],
  );
  if (!row) return null;
  return row.isOpen ? row.kept : keepPolicy(row.policies, snitch);
}
