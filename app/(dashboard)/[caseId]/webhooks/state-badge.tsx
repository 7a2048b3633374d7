import clsx from "clsx";
import { StatusMark } from "@/components/snitches/status-badge";
import type { Status } from "@/lib/rules/snitch-state";
import type { WebhookState } from "@/lib/webhooks/state";

/** Marks and colours are those of a snitch’s statuses, so that problems look the same everywhere. */
const STATES: Record<WebhookState, { label: string; mark: Status; ink: string }> = {
  untried: { label: "No deliveries yet", mark: "pending", ink: "text-pending" },
  working: { label: "Working", mark: "healthy", ink: "text-healthy" },
  failing: { label: "Failing", mark: "failed", ink: "text-failed" },
  off: { label: "Switched off", mark: "paused", ink: "text-paused" },
};

export function StateBadge({ state }: { state: WebhookState }) {
  const { label, mark, ink } = STATES[state];
  return (
    <span className={clsx("inline-flex items-center gap-2 font-medium whitespace-nowrap", ink)}>
      <StatusMark status={mark} />
      {label}
    </span>
  );
}
