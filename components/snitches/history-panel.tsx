import clsx from "clsx";
import { Link } from "@/components/ui/link";
import { durationInWords } from "@/lib/rules/duration-in-words";
import { type HistoryScale, scalesOf } from "@/lib/rules/history-scale";
import { intervalInWords } from "@/lib/rules/interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { scheduleInWords } from "@/lib/rules/schedule/words";
import type { Bar } from "@/lib/snitches/history";
import { HistoryStrip } from "./history-strip";
import { historySentence } from "./history-words";

type HistoryPanelProps = {
  /** The URL of the snitch’s page. */
  snitchUrl: string;
  terms: ScheduleTerms;
  scale: HistoryScale;
  bars: Bar[];
};

const SCALE_WORDS: Record<HistoryScale, string> = { periods: "Periods", hours: "Hours" };

/** The history strip of a snitch, what it covers, and links that show it in periods or in hours. */
export function HistoryPanel({ snitchUrl, terms, scale, bars }: HistoryPanelProps) {
  const scales = scalesOf(terms);
  return (
    <div className="grid gap-2">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-ink-quiet">
        <p>{coverageInWords(terms, scale, bars)}</p>
        {scales.length > 1 && (
          <nav aria-label="Scale of the history" className="flex gap-0.5 print:hidden">
            {scales.map((one) => (
              <Link
                key={one}
                href={one === scales[0] ? snitchUrl : `${snitchUrl}?history=${one}`}
                scroll={false}
                aria-current={one === scale ? "true" : undefined}
                className={clsx(
                  "rounded-md px-2 py-1 font-medium",
                  one === scale ? "bg-ink/8 text-ink" : "hover:text-ink",
                )}
              >
                {SCALE_WORDS[one]}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <HistoryStrip key={scale} bars={bars} sentence={historySentence(bars)} />
    </div>
  );
}

/** “Last hour, one bar for each period (every minute), in UTC” */
function coverageInWords(terms: ScheduleTerms, scale: HistoryScale, bars: Bar[]): string {
  const [first, last] = [bars[0], bars.at(-1)];
  const covered = first && last ? durationInWords(last.end.getTime() - first.start.getTime()) : "";
  const unit = scale === "hours" ? "hour" : unitOf(terms);
  return `Last ${covered.replace(/^1 /, "")}, one bar for each ${unit}, in UTC`;
}

const unitOf = (terms: ScheduleTerms) =>
  terms.schedule === null ? `period (${intervalInWords(terms.interval)})` : `run (${scheduleInWords(terms)})`;
