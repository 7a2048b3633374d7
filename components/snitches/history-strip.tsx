import clsx from "clsx";
import { momentInUtc, timeInUtc } from "@/components/time-in-words";
import type { Bar, Outcome } from "@/lib/snitches/history";

const LOOKS: Record<Outcome, { word: string; bar: string }> = {
  healthy: { word: "checked in", bar: "h-full bg-healthy/65" },
  errored: {
    word: "errored",
    bar: "h-full bg-errored [clip-path:polygon(0_0,100%_0,100%_40%,55%_50%,100%_60%,100%_100%,0_100%)]",
  },
  missed: { word: "missed", bar: "h-1/2 border border-failed" },
  paused: { word: "paused", bar: "h-full w-px! mx-auto bg-paused" },
  quiet: { word: "nothing expected", bar: "h-1 bg-line" },
  open: { word: "not over yet", bar: "h-full border border-dotted border-ink-quiet/60" },
};

const sentence = ({ start, outcome, checkedInAt, exitStatus, message }: Bar) =>
  [
    momentInUtc(start),
    checkedInAt ? `${LOOKS[outcome].word} ${timeInUtc(checkedInAt)}` : LOOKS[outcome].word,
    exitStatus && `exit ${exitStatus}`,
    message && `“${message}”`,
  ]
    .filter(Boolean)
    .join(" · ");

/** “It checked in during 18 of the 20 periods for which it was watched.” Hours stand for periods of minutes. */
export function historySentence(bars: Bar[], unit: "period" | "hour" = "period"): string {
  const came = bars.filter(({ checkedInAt }) => checkedInAt).length;
  const due = came + bars.filter(({ outcome }) => outcome === "missed").length;
  if (due === 0) return `Nothing was expected in the latest ${bars.length} ${unit}s.`;
  if (due === 1)
    return `It checked in during ${came === 1 ? "the one" : "no"} ${unit} for which it was watched.`;
  return `It checked in during ${came === due ? "all" : `${came} of the`} ${due} ${unit}s for which it was watched.`;
}

/** One bar for each period, newest right. To screen readers it is one picture with a sentence. */
export function HistoryStrip({ bars, className }: { bars: Bar[]; className?: string }) {
  return (
    <span role="img" aria-label={historySentence(bars)} className={clsx("flex items-end gap-0.5", className)}>
      {bars.map((bar) => (
        <span
          key={bar.start.toISOString()}
          title={sentence(bar)}
          className="flex h-full min-w-0 flex-1 items-end"
        >
          <span className={clsx("w-full rounded-[1px]", LOOKS[bar.outcome].bar)} />
        </span>
      ))}
    </span>
  );
}
