import clsx from "clsx";

/** `ink` is absent where the mark has the colour of the text next to it. */
type MarkShapeProps = { ink?: string; className?: string; children: React.ReactNode };

/** The mark of a status or an outcome: a small shape in its colour. The word next to it says what it means. */
export const MarkShape = ({ ink, className, children }: MarkShapeProps) => (
  <svg aria-hidden viewBox="0 0 12 12" className={clsx("mark", ink, className)}>
    {children}
  </svg>
);

/** Shapes that differ without colour, for what several kinds of marks say: fine, an error, something missing, nothing known. */
export const DOT = <circle cx="6" cy="6" r="4.5" />;
export const SQUARE = <rect x="1.5" y="1.5" width="9" height="9" rx="1.5" />;
export const TRIANGLE = <path d="M6 1.2 11.2 10.6H.8Z" stroke="currentColor" />;
export const DASHES = (
  <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 1.6" />
);
