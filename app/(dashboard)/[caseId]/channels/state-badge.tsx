import clsx from "clsx";
import { StatusMark } from "@/components/status-badge";
import type { ChannelState } from "@/lib/channels/state";
import type { Status } from "@/lib/rules/state/snitch-state";

/** Marks and colours are those of a snitch’s statuses, so that problems look the same everywhere. */
const STATES: Record<ChannelState, { label: string; mark: Status; ink: string }> = {
  untried: { label: "No deliveries yet", mark: "pending", ink: "text-pending" },
  working: { label: "Working", mark: "healthy", ink: "text-healthy" },
  waiting: { label: "Asked to wait", mark: "pending", ink: "text-errored" },
  failing: { label: "Failing", mark: "failed", ink: "text-failed" },
  off: { label: "Switched off", mark: "paused", ink: "text-paused" },
};

export function StateBadge({ state }: { state: ChannelState }) {
  const { label, mark, ink } = STATES[state];
  return (
    <span className={clsx("inline-flex items-center gap-2 font-medium whitespace-nowrap", ink)}>
      <StatusMark status={mark} />
      {label}
    </span>
  );
}
