"use client";

import { StatusMark } from "@/components/status-badge";
import { X } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { Status } from "@/lib/rules/state/snitch-state";

type ChipProps = {
  href: string;
  /** Whether the list is filtered by it. Then the link stops that. */
  isOn?: boolean;
  mark?: Status;
  label: string;
};

/** A filter of the list. */
export const Chip = ({ href, isOn, mark, label }: ChipProps) => (
  <Link href={href} aria-current={isOn ? "true" : undefined} className="chip">
    {mark && <StatusMark status={mark} />}
    <span className="truncate">{label}</span>
    {isOn && (
      <>
        <X aria-hidden className="size-3 shrink-0" />
        <span className="sr-only">, stop filtering</span>
      </>
    )}
  </Link>
);
