import { MINUTE_MS } from "../durations";
import type { Incident } from "./incident";

/** Whom a case notifies of an incident that no one has acknowledged this long after people were notified of it. */
export type EscalationStep = { afterMinutes: number; channelIds: string[]; userIds: string[] };

/** The attribute that a refusal of a step names, by the place of the step in its form. */
export const afterAttribute = (place: number) => `after_${place}`;

export const MAX_STEPS = 5;
export const MAX_AFTER_MINUTES = 7 * 24 * 60;

type Escalated = Pick<
  Incident,
  "notifiedAt" | "acknowledgedAt" | "snoozedUntil" | "closedAt" | "goodCount" | "hold" | "step"
>;

/** Whether the steps of an incident go on: someone was notified of it, and no one has acknowledged it. */
const isEscalating = ({ acknowledgedAt, snoozedUntil, closedAt, goodCount, hold }: Escalated) =>
  !acknowledgedAt && !snoozedUntil && !closedAt && goodCount === 0 && hold === null;

/**
 * How many of a case’s steps, in their order, are due for an incident by now; never fewer than were notified before. Steps that
 * were skipped in between are notified at once.
 */
export function dueStep(steps: EscalationStep[], incident: Escalated, now: Date): number {
  const { notifiedAt, step } = incident;
  if (!notifiedAt || !isEscalating(incident)) return step;
  const minutes = (now.getTime() - notifiedAt.getTime()) / MINUTE_MS;
  return Math.max(step, steps.filter(({ afterMinutes }) => afterMinutes <= minutes).length);
}
