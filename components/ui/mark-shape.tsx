import clsx from "clsx";

type MarkShapeProps = { ink: string; className?: string; children: React.ReactNode };

/** The mark of a status or an outcome: a small shape in its colour. The word beside it says what it means. */
export const MarkShape = ({ ink, className, children }: MarkShapeProps) => (
  <svg
    aria-hidden
    viewBox="0 0 12 12"
    fill="currentColor"
    className={clsx("size-2.5 shrink-0", ink, className)}
  >
    {children}
  </svg>
);
