import clsx from "clsx";
import { isCoveredReport } from "@/components/snitches/covered-report";
import { barSentence, historySentence } from "@/components/snitches/history-text";
import { type TimeFormats, timeFormats } from "@/components/time-formats";
import { Link } from "@/components/ui/link";
import type { Bar } from "@/lib/history/outcomes";
import { type HistoryScale, listScales } from "@/lib/rules/history/history-scale";
import {
  chooseWindowUnit,
  formatFigures,
  formatRange,
  type IncidentFigures,
  type WindowUnit,
} from "@/lib/rules/history/history-text";
import { sumCounts } from "@/lib/rules/history/period-counts";
import { formatInterval } from "@/lib/rules/schedule/interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { TimeDisplay } from "@/lib/rules/time-display";
import { HistoryStrip, type StripBar } from "./history-strip";

type HistoryPanelProps = {
  /** The URL of the snitch’s page. */
  snitchUrl: string;
  terms: ScheduleTerms;
  addedAt: Date;
  scale: HistoryScale;
  bars: Bar[];
  /** The incidents in this time. */
  incidents: IncidentFigures;
  /** How the reader reads times. */
  display: TimeDisplay;
};

const formatScale = (scale: HistoryScale, terms: ScheduleTerms) =>
  scale === "hours" ? "Hours" : chooseWindowUnit(terms) === "period" ? "Periods" : "Scheduled Runs";

/** The history strip of a snitch, what it covers, and links that show it in periods or in hours. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { snitchUrl, terms, addedAt, scale, bars, incidents, display } = props;
  const formats = timeFormats(display);
  const unit = chooseWindowUnit(terms);
  const scales = listScales(terms);
  return (
    <div className="grid gap-2">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-ink-quiet">
        <p>{formatCoverage(terms, addedAt, scale, bars)}</p>
        <p className="tabular-nums sm:ml-auto">
          {formatFigures(sumCounts(bars.map(({ counts }) => counts)), incidents, unit)}
        </p>
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
                {formatScale(one, terms)}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <HistoryStrip
        key={scale}
        bars={bars.map((bar) => stripBar(bar, formats, unit))}
        sentence={historySentence(bars, unit)}
      />
    </div>
  );
}

const stripBar = (bar: Bar, formats: TimeFormats, unit: WindowUnit): StripBar => ({
  start: bar.start,
  outcome: bar.outcome,
  text: barSentence(bar, formats, unit),
  ...(isCoveredReport(bar) && { isCovered: true }),
});

/** “Last hour, one bar for each period (every minute)”. A schedule is not repeated here: its words may be long. */
function formatCoverage(terms: ScheduleTerms, addedAt: Date, scale: HistoryScale, bars: Bar[]): string {
  const [first, last] = [bars[0], bars.at(-1)];
  const length = first && last ? formatRange(last.end.getTime() - first.start.getTime()) : "";
  const covered = first && addedAt > first.start ? "Since it was added" : `Last ${length}`;
  const interval = terms.schedule === null ? ` (${formatInterval(terms.interval)})` : "";
  const unit = scale === "hours" ? "hour" : `${chooseWindowUnit(terms)}${interval}`;
  return `${covered}, one bar for each ${unit}`;
}
