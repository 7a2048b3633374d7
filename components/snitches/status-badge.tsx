import clsx from "clsx";
import type { Status } from "@/lib/rules/snitch-state";

type Look = { label: string; ink: string; mark: React.ReactNode };

/** The label, mark and colour of each status. Marks differ in shape, so that they work without colour. */
const LOOKS: Record<Status, Look> = {
  pending: {
    label: "Pending",
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
  healthy: { label: "Healthy", ink: "text-healthy", mark: <circle cx="6" cy="6" r="4.5" /> },
  failed: {
    label: "Missing",
    ink: "text-failed",
    mark: <path d="M6 1.2 11.2 10.6H.8Z" stroke="currentColor" strokeWidth="1" strokeLinejoin="round" />,
  },
  errored: {
    label: "Errored",
    ink: "text-errored",
    mark: <rect x="1.5" y="1.5" width="9" height="9" rx="1.5" />,
  },
  paused: { label: "Paused", ink: "text-paused", mark: <path d="M2.5 1.5h2.5v9H2.5zM7 1.5h2.5v9H7z" /> },
};

export const statusLabel = (status: Status) => LOOKS[status].label;

export function StatusMark({ status, className }: { status: Status; className?: string }) {
  const { ink, mark } = LOOKS[status];
  return (
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      fill="currentColor"
      className={clsx("size-2.5 shrink-0", ink, className)}
    >
      {mark}
    </svg>
  );
}

export function StatusBadge({ status, className }: { status: Status; className?: string }) {
  const { label, ink } = LOOKS[status];
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
