import clsx from "clsx";
import { MarkShape } from "@/components/ui/mark-shape";
import type { RunOutcome } from "@/lib/rules/runs/run";

type Look = { word: string; ink: string; mark: React.ReactNode };

/** The word, the mark and the colour of each outcome. Marks differ in shape, so that they work without colour. */
const LOOKS: Record<RunOutcome, Look> = {
  running: {
    word: "Running",
    ink: "text-accent",
    mark: (
      <>
        <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <circle cx="6" cy="6" r="1.75" />
      </>
    ),
  },
  succeeded: { word: "Succeeded", ink: "text-healthy", mark: <circle cx="6" cy="6" r="4.5" /> },
  failed: {
    word: "Failed",
    ink: "text-errored",
    mark: <rect x="1.5" y="1.5" width="9" height="9" rx="1.5" />,
  },
  overran: {
    word: "Overran",
    ink: "text-failed",
    mark: <path d="M6 1.2 11.2 10.6H.8Z" stroke="currentColor" strokeWidth="1" strokeLinejoin="round" />,
  },
  abandoned: {
    word: "Abandoned",
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
};

export const outcomeWord = (outcome: RunOutcome) => LOOKS[outcome].word;

export function OutcomeMark({ outcome, className }: { outcome: RunOutcome; className?: string }) {
  const { ink, mark } = LOOKS[outcome];
  return (
    <MarkShape ink={ink} className={className}>
      {mark}
    </MarkShape>
  );
}

export const OutcomeBadge = ({ outcome }: { outcome: RunOutcome }) => (
  <span
    className={clsx(
      "inline-flex items-center gap-2 align-middle font-medium whitespace-nowrap",
      LOOKS[outcome].ink,
    )}
  >
    <OutcomeMark outcome={outcome} />
    {LOOKS[outcome].word}
  </span>
);
