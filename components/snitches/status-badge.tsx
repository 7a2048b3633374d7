import clsx from "clsx";
import { MarkShape } from "@/components/ui/mark-shape";
import { STATUS_WORDS } from "@/lib/rules/history-words";
import type { Status } from "@/lib/rules/snitch-state";

type Look = { ink: string; mark: React.ReactNode };
type Shown = Status | "late";

/** The mark and colour of each status. Marks differ in shape, so that they work without colour. */
const LOOKS: Record<Shown, Look> = {
  pending: {
    ink: "text-pending",
    mark: (
      <circle
        cx="6"
        cy="6"
        r="4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="2 1.6"
      />
    ),
  },
  healthy: { ink: "text-healthy", mark: <circle cx="6" cy="6" r="4.5" /> },
  late: {
    ink: "text-errored",
    mark: (
      <path
        d="M6 1.2 10.8 6 6 10.8 1.2 6Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    ),
  },
  failed: {
    ink: "text-failed",
    mark: <path d="M6 1.2 11.2 10.6H.8Z" stroke="currentColor" strokeWidth="1" strokeLinejoin="round" />,
  },
  errored: {
    ink: "text-errored",
    mark: <rect x="1.5" y="1.5" width="9" height="9" rx="1.5" />,
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
  const { ink } = LOOKS[status];
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-2 align-middle font-medium whitespace-nowrap",
        ink,
        className,
      )}
    >
      <StatusMark status={status} />
      {label}
    </span>
  );
}
