import type { Column } from "@/lib/platform/columns";
import type { Wait } from "@/lib/rules/notifications/channel-hours";

/** What a delivery stores of why it waits, and until when; `wait` is null if nothing holds it back. */
export const HOLD_COLUMNS: Column<{ wait: Wait | null }>[] = [
  ["held_for", "enum delivery_hold", ({ wait }) => wait && HELD_FOR[wait.reason]],
  ["is_held", "bool", ({ wait }) => wait !== null],
  ["due_at", "time or now", ({ wait }) => wait?.until ?? null],
];

const HELD_FOR = { hours: "hours", "quiet hours": "quiet_hours" } as const satisfies Record<
  Wait["reason"],
  string
>;
