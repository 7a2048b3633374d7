import clsx from "clsx";
import { packRow } from "@/components/snitches/case-timeline/pack-row";
import { Timeline } from "@/components/snitches/case-timeline/timeline";
import { TimelineLegend } from "@/components/snitches/case-timeline/timeline-legend";
import { type TimeFormats, timeFormats } from "@/components/time-formats";
import { Link } from "@/components/ui/link";
import { loadCaseTimeline } from "@/lib/history/load-case-timeline";
import {
  axisTicks,
  type Span,
  slotAt,
  TIMELINE_RANGES,
  type TimelineAxis,
  type TimelineRange,
  timelineAxis,
} from "@/lib/rules/history/case-timeline/axis";
import { type Happenings, inSlot } from "@/lib/rules/history/case-timeline/happenings";
import { findPeaks, type Peak } from "@/lib/rules/history/case-timeline/peaks";
import type { TimeDisplay } from "@/lib/rules/time-display";
import type { ListedSnitch } from "@/lib/snitches/list";
import { buildListUrl, buildSlotUrl, type View } from "./filters";

type TimelineViewProps = {
  caseId: string;
  view: View & { timeline: TimelineRange };
  /** The start of the chosen slot. */
  chosen: Date | null;
  snitches: ListedSnitch[];
  display: TimeDisplay;
  now: Date;
};

/** The snitches of a page on one time axis; with a slot chosen, those that did something in it. */
export async function TimelineView({ caseId, view, chosen, snitches, display, now }: TimelineViewProps) {
  const axis = timelineAxis(view.timeline, now);
  const happened = await loadCaseTimeline(caseId, snitches, axis);
  const happenings = happened.map((row) => row.happenings);
  const formats = timeFormats(display);
  const slot = chosen && isOnAxis(chosen, axis) ? slotAt(axis.range, chosen) : null;
  const rows = slot ? happened.filter((row) => inSlot(row.happenings, slot)) : happened;
  const slotUrl = (at: Date) => buildSlotUrl(caseId, view, at);
  const nameTime = timeNames(axis, formats);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pb-4 text-sm">
        {slot ? (
          <ChosenSlot
            slot={slot}
            rows={happenings}
            now={now}
            formats={formats}
            allUrl={buildListUrl(caseId, view)}
          />
        ) : (
          <Peaks
            {...findPeaks(happenings, axis, display.zone)}
            nameSlot={slotNames(axis, formats)}
            slotUrl={slotUrl}
            isElsewhere={chosen !== null}
          />
        )}
        <Ranges caseId={caseId} view={view} />
      </div>
      <TimelineLegend />
      <Timeline
        caseId={caseId}
        axis={axis}
        ticks={axisTicks(axis, display.zone).map((at) => ({ at, label: nameTick(at, axis, formats) }))}
        now={formats.clock(now)}
        slot={slot}
        rows={rows.map((row) =>
          packRow(row, axis, { onAxis: nameTime, hour: formats.hour, day: formats.day }),
        )}
        slotUrl={slotUrl}
      />
    </>
  );
}

const isOnAxis = (at: Date, { fromMs, toMs }: TimelineAxis) => at.getTime() >= fromMs && at.getTime() < toMs;

const RANGE_LABELS: Record<TimelineRange, string> = {
  "6h": "6 hours",
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

const Ranges = ({ caseId, view }: { caseId: string; view: View }) => (
  <nav aria-label="Range" className="ml-auto flex gap-1 print:hidden">
    {TIMELINE_RANGES.map((range) => (
      <Link
        key={range}
        href={buildListUrl(caseId, { ...view, timeline: range })}
        aria-current={range === view.timeline ? "page" : undefined}
        className={clsx(
          "rounded-md px-2 py-0.5 font-medium whitespace-nowrap",
          range === view.timeline ? "bg-ink/8 text-ink" : "text-ink-quiet hover:text-ink",
        )}
      >
        {RANGE_LABELS[range]}
      </Link>
    ))}
  </nav>
);

type PeaksProps = {
  busy: Peak[];
  troubled: Peak[];
  nameSlot: (from: Date) => string;
  slotUrl: (at: Date) => string;
  /** Whether a slot was chosen that is not on this axis. */
  isElsewhere: boolean;
};

/** Where to look first: the times with most trouble, and those at which most jobs begin. */
function Peaks({ busy, troubled, nameSlot, slotUrl, isElsewhere }: PeaksProps) {
  const list = (peaks: Peak[], of: string) =>
    peaks.map(({ from, count }, i) => (
      <span key={from.getTime()}>
        {i > 0 && "; "}
        <Link
          href={slotUrl(from)}
          scroll={false}
          className="font-medium text-ink underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {nameSlot(from)}
        </Link>
        , {count.toLocaleString("en")}
        {i === 0 && ` ${of}`}
      </span>
    ));
  return (
    <p className="text-ink-quiet">
      {isElsewhere && "The chosen time is not within this range. "}
      {troubled.length > 0 && <>Worst: {list(troubled, "snitches")}. </>}
      {busy.length > 0 && <>Busiest: {list(busy, "jobs begin")}.</>}
    </p>
  );
}

type ChosenSlotProps = { slot: Span; rows: Happenings[]; now: Date; formats: TimeFormats; allUrl: string };

/** What the snitches did in the chosen slot, in one sentence. */
function ChosenSlot({ slot, rows, now, formats, allUrl }: ChosenSlotProps) {
  const slots = rows.flatMap((happenings) => inSlot(happenings, slot) ?? []);
  const active = slots.filter(({ isActive }) => isActive).length;
  const trouble = slots.filter(({ isTrouble }) => isTrouble).length;
  const [from, to] = [new Date(slot.fromMs), new Date(slot.toMs)];
  return (
    <p role="status" className="text-ink-quiet">
      <strong className="font-semibold text-ink">
        {formats.day(from)}, {formats.hour(from)}–{formats.clock(to)}:
      </strong>{" "}
      {active.toLocaleString("en")} of {rows.length.toLocaleString("en")} {from > now ? "are due" : "ran"}
      {trouble > 0 && (
        <>
          , <span className="font-medium text-failed">{trouble.toLocaleString("en")} failed</span>
        </>
      )}
      .{" "}
      <Link href={allUrl} scroll={false} className="font-medium text-ink underline underline-offset-4">
        Show all times
      </Link>
    </p>
  );
}

/** How the rows name a time: by the clock where all of them are about one day, with the day otherwise. */
const timeNames =
  ({ range }: TimelineAxis, formats: TimeFormats) =>
  (at: Date) =>
    range === "6h" || range === "24h" ? formats.hour(at) : `${formats.day(at)}, ${formats.hour(at)}`;

/** How the peaks name a slot: by its whole time, “20:15–20:30”. */
const slotNames = (axis: TimelineAxis, formats: TimeFormats) => (from: Date) =>
  `${timeNames(axis, formats)(from)}–${formats.hour(new Date(slotAt(axis.range, from).toMs))}`;

const nameTick = (at: Date, { range }: TimelineAxis, formats: TimeFormats) =>
  range === "6h" || range === "24h" ? formats.hour(at) : formats.day(at);
