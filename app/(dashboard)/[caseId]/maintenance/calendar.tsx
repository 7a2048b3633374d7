"use client";

import clsx from "clsx";
import { useTimeFormats } from "@/components/time";
import { Link } from "@/components/ui/link";
import type { CalendarDay, CalendarEntry } from "@/lib/rules/maintenance/calendar";

type CalendarProps = { days: CalendarDay[]; entryUrls: Record<string, string> | null };

const MAX_ENTRIES = 3;

/** The next two weeks, a cell for each day. On narrow screens only the days that have maintenance. */
export function Calendar({ days, entryUrls }: CalendarProps) {
  const formats = useTimeFormats();
  const isEmpty = days.every(({ entries }) => entries.length === 0);
  return (
    <section aria-labelledby="calendar" className="grid gap-3">
      <h2 id="calendar" className="font-semibold">
        The next two weeks
      </h2>
      {isEmpty && <p className="text-sm text-ink-quiet sm:hidden">No maintenance is planned.</p>}
      <ol className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-7">
        {days.map(({ start, entries }, i) => (
          <li
            key={start.toISOString()}
            className={clsx(
              "grid min-w-0 content-start gap-1 bg-surface p-2 max-sm:grid-cols-[5.5rem_minmax(0,1fr)] sm:min-h-24",
              entries.length === 0 && "max-sm:hidden",
            )}
          >
            <p className={clsx("text-xs max-sm:py-1", i === 0 ? "font-semibold text-ink" : "text-ink-quiet")}>
              <time dateTime={start.toISOString()} suppressHydrationWarning>
                {formats.day(start)}
              </time>
              {i === 0 && <span className="sr-only">, today</span>}
            </p>
            {entries.length > 0 && (
              <ul className="grid gap-1">
                {entries.slice(0, MAX_ENTRIES).map((entry) => (
                  <Entry
                    key={`${entry.id} ${entry.startsAt.toISOString()}`}
                    entry={entry}
                    href={entryUrls?.[entry.id]}
                  />
                ))}
                {entries.length > MAX_ENTRIES && (
                  <li className="text-xs text-ink-quiet">{entries.length - MAX_ENTRIES} more</li>
                )}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry, href }: { entry: CalendarEntry; href?: string }) {
  const { hour } = useTimeFormats();
  const content = (
    <>
      <span className="block shrink-0 text-ink-quiet tabular-nums" suppressHydrationWarning>
        {formatHours(entry, hour)}
      </span>
      <span className="block min-w-0 truncate font-medium" title={entry.name}>
        <bdi>{entry.name}</bdi>
      </span>
    </>
  );
  const className =
    "block rounded border-l-2 border-paused bg-paused/10 px-1.5 py-1 text-xs leading-4 max-sm:flex max-sm:gap-2";
  return (
    <li className="min-w-0">
      {href ? (
        <Link href={href} className={clsx(className, "hover:bg-paused/20")}>
          {content}
        </Link>
      ) : (
        <span className={className}>{content}</span>
      )}
    </li>
  );
}

/** “22:00–23:30”, “from 22:00”, “until 02:00” or “all day”. */
function formatHours(
  { startsAt, endsAt, startsHere, endsHere }: CalendarEntry,
  hour: (at: Date) => string,
): string {
  if (startsHere && endsHere) return `${hour(startsAt)}–${hour(endsAt)}`;
  if (startsHere) return `from ${hour(startsAt)}`;
  return endsHere ? `until ${hour(endsAt)}` : "all day";
}
