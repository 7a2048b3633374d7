import { Link } from "@/components/ui/link";
import { AXIS_UNITS, type Span, type TimelineAxis, toUnits } from "@/lib/rules/history/case-timeline/axis";
import type { PackedRow } from "./pack-row";
import { TimelineCursor } from "./timeline-cursor";
import { TimelineRows } from "./timeline-rows";

type Tick = { at: Date; label: string };

type TimelineProps = {
  caseId: string;
  axis: TimelineAxis;
  ticks: Tick[];
  /** The current time in words. */
  now: string;
  /** The chosen slot, if one is. */
  slot: Span | null;
  rows: PackedRow[];
  /** The URL of the timeline with the slot of this instant chosen. */
  slotUrl: (at: Date) => string;
};

/** Closer to the current time than this share of the axis, a label would cover that one: on a wide screen, and on a phone. */
const NEAR = { everywhere: 0.1, onPhone: 0.17 };

/** All snitches on one time axis. A table: each row is a snitch, and its drawing says in words what it shows. */
export function Timeline({ caseId, axis, ticks, now, slot, rows, slotUrl }: TimelineProps) {
  const share = (ms: number) => toUnits(axis, ms) / AXIS_UNITS;
  const nowShare = share(axis.nowMs);
  return (
    <div className="case-timeline">
      <div aria-hidden className="lines">
        {slot && (
          <i
            className="slot"
            style={{ left: percent(share(slot.fromMs)), right: percent(1 - share(slot.toMs)) }}
          />
        )}
        {ticks.map(({ at }) => (
          <i key={at.getTime()} style={{ left: percent(share(at.getTime())) }} />
        ))}
        <i className="now" style={{ left: percent(nowShare) }} />
      </div>
      <table aria-label="Timeline">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Snitch</span>
            </th>
            <th scope="col">
              <span className="sr-only">What happened</span>
              <span className="labels">
                {ticks
                  .filter(({ at }) => share(at.getTime()) < 0.97)
                  .map(({ at, label: text }) => (
                    <Link
                      key={at.getTime()}
                      href={slotUrl(at)}
                      scroll={false}
                      aria-label={`Choose ${text}`}
                      data-near={nearness(Math.abs(share(at.getTime()) - nowShare))}
                      style={{ left: percent(share(at.getTime())) }}
                    >
                      {text}
                    </Link>
                  ))}
                <span style={{ left: percent(nowShare) }}>{now}</span>
              </span>
            </th>
            <th scope="col">Next</th>
          </tr>
        </thead>
        <TimelineRows caseId={caseId} rows={rows} />
      </table>
      <TimelineCursor fromMs={axis.fromMs} toMs={axis.toMs} range={axis.range} />
    </div>
  );
}

const nearness = (gap: number) =>
  gap < NEAR.everywhere ? "everywhere" : gap < NEAR.onPhone ? "on-phone" : undefined;

const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`;
