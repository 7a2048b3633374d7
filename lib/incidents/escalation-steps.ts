import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { invalid, invalidAttribute } from "@/lib/platform/refusal";
import {
  afterAttribute,
  type EscalationStep,
  MAX_AFTER_MINUTES,
  MAX_STEPS,
} from "@/lib/rules/incidents/escalate";
import { formatMargin } from "@/lib/rules/schedule/margin-text";

type StepRow = EscalationStep & { caseId: string };

/** The steps of these cases, each in its order, by the id of the case. */
export async function listStepsByCase(sql: Sql, caseIds: string[]): Promise<Map<string, EscalationStep[]>> {
  const rows = await sql<StepRow>(
    `SELECT case_id AS "caseId", after_minutes AS "afterMinutes", channel_ids AS "channelIds", user_ids AS "userIds"
     FROM escalation_steps WHERE case_id = ANY($1::uuid[]) ORDER BY case_id, position`,
    [caseIds],
  );
  const steps = new Map<string, EscalationStep[]>();
  for (const { caseId, ...step } of rows) steps.set(caseId, [...(steps.get(caseId) ?? []), step]);
  return steps;
}

/** The steps of a case, in their order. */
export const listSteps = async (caseId: string): Promise<EscalationStep[]> =>
  (await listStepsByCase(query, [caseId])).get(caseId) ?? [];

type PlacedStep = EscalationStep & { place: number };

/**
 * Replaces the steps of a case, in any order. Refuses two of the same time, one without anyone, and channels or people of
 * another case. An incident continues with the steps after those that were already notified.
 */
export async function saveSteps(caseId: string, steps: PlacedStep[], by: Actor): Promise<void> {
  const ordered = orderSteps(steps, 1);
  await transaction(async (sql) => {
    const [theCase] = await sql<{ name: string }>("SELECT name FROM cases WHERE id = $1 FOR NO KEY UPDATE", [
      caseId,
    ]);
    const targets = await findTargets(sql, caseId);
    const valid = ordered.map(({ channelIds, userIds, ...step }) => ({
      ...step,
      channelIds: channelIds.filter((id) => targets.channelIds.has(id)),
      userIds: userIds.filter((id) => targets.addresses.has(id)),
    }));
    refuseInvalid(valid);
    const before = (await listStepsByCase(sql, [caseId])).get(caseId) ?? [];
    const facts = changesBetween(
      { escalation: before.map((step) => formatStep(step, targets)) },
      { escalation: valid.map((step) => formatStep(step, targets)) },
    );
    if (!theCase || Object.keys(facts).length === 0) return;
    await sql("DELETE FROM escalation_steps WHERE case_id = $1", [caseId]);
    for (const [position, { afterMinutes, channelIds, userIds }] of valid.entries()) {
      await sql(
        `INSERT INTO escalation_steps (case_id, position, after_minutes, channel_ids, user_ids)
         VALUES ($1, $2, $3, $4, $5)`,
        [caseId, position, afterMinutes, channelIds, userIds],
      );
    }
    // An open incident may be past the time of a new step.
    await wakeTimers(sql, "sweep");
    const resource = { id: caseId, name: theCase.name };
    await recordEvents(sql, caseId, by, [{ action: "case.changed", resource, facts }]);
  });
}

/** Steps in the order of their times. Refuses too many, two at the same time, one that notifies no one, and one earlier than this minute. */
export function orderSteps(steps: PlacedStep[], earliest: number): PlacedStep[] {
  const ordered = steps.toSorted((one, other) => one.afterMinutes - other.afterMinutes);
  refuseInvalid(ordered, earliest);
  return ordered;
}

const TOO_MANY = `has too many steps (maximum is ${MAX_STEPS})`;

function refuseInvalid(steps: PlacedStep[], earliest = 1): void {
  if (steps.length > MAX_STEPS) throw invalidAttribute("escalation", TOO_MANY);
  const validations = steps.flatMap(({ afterMinutes, channelIds, userIds, place }, i) => {
    const attribute = afterAttribute(place);
    if (afterMinutes < earliest || afterMinutes > MAX_AFTER_MINUTES)
      return { attribute, message: "must be between 1 minute and 7 days" };
    if (steps[i - 1]?.afterMinutes === afterMinutes)
      return { attribute, message: "is the same as in another step: combine them" };
    if (channelIds.length + userIds.length === 0)
      return { attribute, message: "must notify someone: choose a person or a channel" };
    return [];
  });
  if (validations.length > 0) throw invalid(validations);
}

/** Whom a step can notify: the members of a case, with their addresses by their ids, and its channels. */
export type Targets = { addresses: Map<string, string>; channelIds: Set<string> };

export async function findTargets(sql: Sql, caseId: string): Promise<Targets> {
  const rows = await sql<{ id: string; address: string | null }>(
    `SELECT u.id, u.email AS address FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = $1
     UNION ALL SELECT id, NULL FROM channels WHERE case_id = $1`,
    [caseId],
  );
  return {
    addresses: new Map(rows.flatMap(({ id, address }) => (address === null ? [] : [[id, address]]))),
    channelIds: new Set(rows.flatMap(({ id, address }) => (address === null ? id : []))),
  };
}

/** “after 15 minutes: ada@acme.test, 1 channel”, for the audit log. */
export function formatStep(
  { afterMinutes, channelIds, userIds }: EscalationStep,
  { addresses }: Targets,
): string {
  const people = userIds.flatMap((id) => addresses.get(id) ?? []);
  const channels = channelIds.length === 1 ? "1 webhook" : `${channelIds.length} channels`;
  const notified = channelIds.length > 0 ? [...people, channels] : people;
  return `after ${formatMargin(afterMinutes * 60)}: ${notified.join(", ")}`;
}
