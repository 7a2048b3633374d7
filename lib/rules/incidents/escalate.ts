import type { Incident } from "./incident";

/** Whom a case tells of an incident that nobody has acknowledged so long after people were told of it. */
export type EscalationStep = { afterMinutes: number; channelIds: string[]; userIds: string[] };

export const MAX_STEPS = 5;
export const MAX_AFTER_MINUTES = 7 * 24 * 60;

const MINUTE_MS = 60_000;

type Escalated = Pick<
  Incident,
  "toldAt" | "acknowledgedAt" | "snoozedUntil" | "closedAt" | "goodCount" | "hold" | "step"
>;

/** Whether the steps of an incident go on: somebody knows of it, and nobody takes care of it. */
const isEscalating = ({ acknowledgedAt, snoozedUntil, closedAt, goodCount, hold }: Escalated) =>
  !acknowledgedAt && !snoozedUntil && !closedAt && goodCount === 0 && hold === null;

/**
 * How many of a case’s steps, in their order, an incident has come to by now; never fewer than were told before. What lies
 * between is told at once.
 */
export function dueStep(steps: EscalationStep[], incident: Escalated, now: Date): number {
  const { toldAt, step } = incident;
  if (!toldAt || !isEscalating(incident)) return step;
  const minutes = (now.getTime() - toldAt.getTime()) / MINUTE_MS;
  return Math.max(step, steps.filter(({ afterMinutes }) => afterMinutes <= minutes).length);
}

/** When the next step of an incident is due; null if there is none, or while the steps do not go on. */
export function nextStepAt(steps: EscalationStep[], incident: Escalated): Date | null {
  const next = steps[incident.step];
  if (!next || !incident.toldAt || !isEscalating(incident)) return null;
  return new Date(incident.toldAt.getTime() + next.afterMinutes * MINUTE_MS);
}
