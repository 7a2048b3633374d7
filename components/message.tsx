import { formatCount } from "@/lib/rules/format-count";
import { excerpt } from "@/lib/rules/runs/excerpt";

/** A message of one line that is not longer is quoted. */
const QUOTED_LENGTH = 160;
/** How much of an output is shown before it is unfolded. */
const SHOWN_LENGTH = 800;

type MessageProps = {
  text: string;
  /** How many of the last lines are shown. */
  maxLines?: number;
  /** Whether a page of its own has the whole text: then nothing unfolds. */
  isElsewhere?: boolean;
};

/**
 * What a job wrote, without colours of a terminal. For output, the last lines are shown, and those before unfold above them; of a
 * long message, the beginning.
 */
export function Message({ text, maxLines = 5, isElsewhere = false }: MessageProps) {
  const { earlier, shown, isCut } = excerpt(text, { maxLines, maxLength: SHOWN_LENGTH });
  if (!shown) return null;
  const isOneLine = (!earlier || isElsewhere) && !shown.includes("\n");
  if (isOneLine && shown.length <= QUOTED_LENGTH)
    return <p className="min-w-0 font-mono text-xs wrap-anywhere text-ink-quiet">“{shown.trim()}”</p>;
  if (isElsewhere) return <Lines text={shown} />;
  if (isCut || isOneLine)
    return (
      <details className="w-full min-w-0 font-mono text-xs text-ink-quiet">
        <summary className="truncate py-1">{shown.slice(0, QUOTED_LENGTH).toWellFormed()}…</summary>
        <Lines text={whole(text)} />
      </details>
    );
  return (
    <div className="grid w-full min-w-0 gap-1 font-mono text-xs text-ink-quiet">
      {earlier && (
        <details className="min-w-0">
          <summary className="w-fit py-1 font-sans">{countEarlier(earlier)}</summary>
          <Lines text={earlier} />
        </details>
      )}
      <Lines text={shown} />
    </div>
  );
}

const UNLIMITED = { maxLines: Number.POSITIVE_INFINITY, maxLength: Number.POSITIVE_INFINITY };
const whole = (text: string) => excerpt(text, UNLIMITED).shown;

function countEarlier(earlier: string): string {
  const count = earlier.split("\n").length;
  return formatCount(count, "earlier line");
}

const Lines = ({ text }: { text: string }) => (
  <pre className="w-full min-w-0 rounded-md bg-surface-quiet p-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap text-ink-quiet">
    {text}
  </pre>
);
