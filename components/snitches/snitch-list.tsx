import Link from "next/link";
import { RelativeTime } from "@/components/relative-time";
import { Cell, Row, Table } from "@/components/ui/table";
import type { Bar } from "@/lib/snitches/history";
import { intervalInWords } from "@/lib/snitches/interval";
import type { Listed } from "@/lib/snitches/list";
import { HistorySpark } from "./history-spark";
import { type Pause, SnitchMenu, type Unpause } from "./snitch-menu";
import { StatusBadge } from "./status-badge";

type ListedWithHistory = Listed & { bars: Bar[] };

type SnitchListProps = {
  caseId: string;
  checkInUrl: string;
  snitches: ListedWithHistory[];
  now: Date;
  pause: Pause;
  unpause: Unpause;
};

/** Small screens keep status, name and menu; the rest moves beneath the name. */
const WIDE = "hidden md:table-cell";

export function SnitchList({ caseId, checkInUrl, snitches, now, pause, unpause }: SnitchListProps) {
  return (
    <Table label="Snitches">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-xs text-ink-quiet [&>th]:h-8 [&>th]:pr-4 [&>th]:font-medium">
          <th scope="col">Status</th>
          <th scope="col">Name</th>
          <th scope="col" className={WIDE}>
            Interval
          </th>
          <th scope="col" className={WIDE}>
            History
          </th>
          <th scope="col" className={WIDE}>
            Last check-in
          </th>
          <th scope="col" className={WIDE}>
            Due
          </th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {snitches.map((snitch) => (
          <Row key={snitch.id} className="hover:bg-surface-quiet">
            <Cell className="w-24 max-md:align-top max-md:pt-3">
              <StatusBadge status={snitch.status} />
            </Cell>
            <Cell className="max-md:py-3">
              <Name caseId={caseId} snitch={snitch} />
              <p className="pt-0.5 text-xs text-ink-quiet md:hidden">
                {intervalInWords(snitch.interval)} · <LastCheckIn snitch={snitch} now={now} />
              </p>
            </Cell>
            <Cell className={`${WIDE} whitespace-nowrap text-ink-quiet`}>
              {intervalInWords(snitch.interval)}
            </Cell>
            <Cell className={WIDE}>
              <HistorySpark bars={snitch.bars} />
            </Cell>
            <Cell className={WIDE}>
              <LastCheckIn snitch={snitch} now={now} />
            </Cell>
            <Cell className={`${WIDE} text-ink-quiet`}>
              <Due snitch={snitch} now={now} />
            </Cell>
            <Cell className="w-9 text-right max-md:align-top max-md:pt-2">
              <SnitchMenu
                href={`/${caseId}/snitches/${snitch.token}`}
                name={snitch.name}
                token={snitch.token}
                status={snitch.status}
                checkInUrl={`${checkInUrl}/${snitch.token}`}
                pause={pause}
                unpause={unpause}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Name({ caseId, snitch: { token, name, tags } }: { caseId: string; snitch: Listed }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={`/${caseId}/snitches/${token}`}
        className="min-w-0 py-0.5 font-medium break-words hover:underline"
      >
        {name}
      </Link>
      {tags.map((tag) => (
        <span
          key={tag}
          className="max-w-40 truncate rounded border border-line px-1.5 text-xs text-ink-quiet"
        >
          {tag}
        </span>
      ))}
    </span>
  );
}

function LastCheckIn({ snitch: { checkedInAt }, now }: { snitch: Listed; now: Date }) {
  return checkedInAt ? (
    <RelativeTime at={checkedInAt} now={now} />
  ) : (
    <span className="text-ink-quiet">never yet</span>
  );
}

/** When silence becomes a miss; a snitch that misses already is due again each period, which helps nobody here. */
function Due({
  snitch: { status, deadline, missingSince, pauseEndsAt },
  now,
}: {
  snitch: Listed;
  now: Date;
}) {
  if (status === "failed" && missingSince) return <RelativeTime late at={missingSince} now={now} />;
  if (status === "paused" && pauseEndsAt) return <RelativeTime at={pauseEndsAt} now={now} />;
  if (deadline) return <RelativeTime at={deadline} now={now} />;
  return <span aria-hidden>–</span>;
}
