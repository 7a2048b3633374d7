import { DASHES, DOT, MarkShape, SQUARE, TRIANGLE } from "@/components/ui/mark-shape";
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
  succeeded: { word: "Succeeded", ink: "text-healthy", mark: DOT },
  failed: {
    word: "Failed",
    ink: "text-errored",
    mark: SQUARE,
  },
  overran: {
    word: "Overran",
    ink: "text-failed",
    mark: TRIANGLE,
  },
  abandoned: {
    word: "Abandoned",
    ink: "text-pending",
    mark: DASHES,
  },
};

export const outcomeWord = (outcome: RunOutcome) => LOOKS[outcome].word;
export const outcomeInk = (outcome: RunOutcome) => LOOKS[outcome].ink;

export function OutcomeMark({ outcome, className }: { outcome: RunOutcome; className?: string }) {
  const { ink, mark } = LOOKS[outcome];
  return (
    <MarkShape ink={ink} className={className}>
      {mark}
    </MarkShape>
  );
}

export const OutcomeBadge = ({ outcome }: { outcome: RunOutcome }) => (
  <span className={`status-badge ${LOOKS[outcome].ink}`}>
    <OutcomeMark outcome={outcome} />
    {LOOKS[outcome].word}
  </span>
);
