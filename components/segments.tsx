import clsx from "clsx";
import { Link } from "@/components/ui/link";

export type Segment = {
  href: string;
  /** What the segment shows. */
  children: React.ReactNode;
  title?: string;
  isCurrent: boolean;
};

type SegmentsProps = { label: string; segments: Segment[]; className?: string; scroll?: boolean };

/** Links to different views of the same page, side by side in one frame. */
export const Segments = ({ label, segments, className, scroll }: SegmentsProps) => (
  <nav aria-label={label} className={clsx("flex rounded-md border border-line p-px", className)}>
    {segments.map(({ isCurrent, ...link }) => (
      <Link
        key={link.href}
        {...link}
        scroll={scroll}
        aria-current={isCurrent ? "page" : undefined}
        className="segment"
      />
    ))}
  </nav>
);
