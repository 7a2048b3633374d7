import type { ListRow } from "@/components/snitches/list/list-row";

/** The bulk actions that not every snitch can take. */
export const CONDITIONAL_ACTIONS = ["acknowledge", "snooze", "pause", "unpause"] as const;
export type ConditionalAction = (typeof CONDITIONAL_ACTIONS)[number];

type Actionable = Pick<ListRow, "status" | "incident">;

const APPLIES: Record<ConditionalAction, (row: Actionable) => boolean> = {
  acknowledge: ({ incident }) => incident !== undefined && !incident.isAcknowledged,
  snooze: ({ incident }) => incident !== undefined,
  pause: ({ status }) => status !== "pending",
  unpause: ({ status }) => status === "paused",
};

/** Which of them a snitch can take now. */
export const applicableActions = (row: Actionable): ConditionalAction[] =>
  CONDITIONAL_ACTIONS.filter((action) => APPLIES[action](row));
