import clsx from "clsx";
import { DASHES, DOT, MarkShape, SQUARE, TRIANGLE } from "@/components/ui/mark-shape";
import { STATUS_WORDS } from "@/lib/rules/history-words";
import type { Status } from "@/lib/rules/snitch-state";

type Look = { ink: string; mark: React.ReactNode };
type Shown = Status | "late";

/** The mark and colour of each status. Marks differ in shape, so that they work without colour. */
const LOOKS: Record<Shown, Look> = {
  pending: {
    ink: "text-pending",
    mark: DASHES,
  },
  healthy: { ink: "text-healthy", mark: DOT },
  late: {
    ink: "text-errored",
    mark: <path d="M6 1.2 10.8 6 6 10.8 1.2 6Z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  },
  failed: {
    ink: "text-failed",
    mark: TRIANGLE,
  },
  errored: {
    ink: "text-errored",
    mark: SQUARE,
  },
  paused: { ink: "text-paused", mark: <path d="M2.5 1.5h2.5v9H2.5zM7 1.5h2.5v9H7z" /> },
};

export const statusLabel = (status: Shown) => STATUS_WORDS[status];

export function StatusMark({ status, className }: { status: Shown; className?: string }) {
  const { ink, mark } = LOOKS[status];
  return (
    <MarkShape ink={ink} className={className}>
      {mark}
    </MarkShape>
  );
}

type StatusBadgeProps = {
  status: Shown;
  /** In place of the status’s own word. */
  label?: string;
  className?: string;
};

export function StatusBadge({ status, label = STATUS_WORDS[status], className }: StatusBadgeProps) {
  const { ink, mark } = LOOKS[status];
  return (
    <span className={clsx("status-badge", ink, className)}>
      <MarkShape>{mark}</MarkShape>
      {label}
    </span>
  );
}
