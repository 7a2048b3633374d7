import clsx from "clsx";
import { STATUS_LABELS } from "@/lib/rules/history/history-text";
import type { Status } from "@/lib/rules/state/snitch-state";

type Shown = Status | "late";

export const statusLabel = (status: Shown) => STATUS_LABELS[status];

/** The mark of a status in its colour: `app/components.css` draws both. */
export const StatusMark = ({ status, className }: { status: Shown; className?: string }) => (
  <span aria-hidden data-status={status} className={clsx("status-mark", className)} />
);

type StatusBadgeProps = {
  status: Shown;
  /** In place of the status’s own word. */
  label?: string;
  className?: string;
};

/** The mark of a status, and its word. */
export const StatusBadge = ({ status, label = STATUS_LABELS[status], className }: StatusBadgeProps) => (
  <span data-status={status} className={clsx("status-badge", className)}>
    {label}
  </span>
);
