import clsx from "clsx";
import { MARK_PATH } from "./mark-path";

/** The product's mark. */
export const Mark = ({ className }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 32 32" className={clsx("shrink-0", className)}>
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <path d={MARK_PATH} className="fill-surface" />
  </svg>
);
