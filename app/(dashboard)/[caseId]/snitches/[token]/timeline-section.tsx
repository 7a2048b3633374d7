import clsx from "clsx";
import Link from "next/link";
import { Section } from "@/components/section";
import { Timeline } from "@/components/snitches/timeline";
import { ButtonLink } from "@/components/ui/button";
import { type Entry, TIMELINE_FILTERS, type TimelineFilter } from "@/lib/check-ins/timeline-entries";

const WORDS: Record<TimelineFilter, string> = {
  all: "Everything",
  check_ins: "Check-ins",
  errors: "Errors",
  changes: "Changes",
  told: "Who Was Told",
};

export const showIn = (text: unknown): TimelineFilter =>
  TIMELINE_FILTERS.find((show) => show === text) ?? "all";

type TimelineSectionProps = {
  /** The snitch’s own address. */
  here: string;
  show: TimelineFilter;
  isFirstPage: boolean;
  entries: Entry[];
  next: string | null;
  now: Date;
};

/** All that happened, by kind, page by page: each is a link. */
export function TimelineSection(props: TimelineSectionProps) {
  const { here, show, isFirstPage, entries, next, now } = props;
  const hrefOf = (wanted: TimelineFilter, after?: string) => {
    const query = new URLSearchParams({ ...(wanted !== "all" && { show: wanted }), ...(after && { after }) });
    return `${here}${query.size > 0 ? `?${query}` : ""}#activity`;
  };
  return (
    <Section
      id="activity"
      title="Activity"
      aside={
        <nav aria-label="Kinds of activity" className="flex flex-wrap gap-0.5 print:hidden">
          {TIMELINE_FILTERS.map((kind) => (
            <Link
              key={kind}
              href={hrefOf(kind)}
              scroll={false}
              aria-current={kind === show ? "true" : undefined}
              className={clsx(
                "rounded-md px-2 py-1 text-xs font-medium",
                kind === show ? "bg-ink/8 text-ink" : "hover:text-ink",
              )}
            >
              {WORDS[kind]}
            </Link>
          ))}
        </nav>
      }
    >
      {entries.length > 0 ? <Timeline entries={entries} now={now} /> : <Nothing {...props} />}
      {(next || !isFirstPage) && (
        <nav aria-label="Pages of activity" className="flex gap-2 print:hidden">
          {!isFirstPage && (
            <ButtonLink href={hrefOf(show)} scroll={false}>
              Latest
            </ButtonLink>
          )}
          {next && (
            <ButtonLink href={hrefOf(show, next)} scroll={false}>
              Older
            </ButtonLink>
          )}
        </nav>
      )}
    </Section>
  );
}

function Nothing({ here, show, isFirstPage }: TimelineSectionProps) {
  if (show !== "all" || !isFirstPage) return <p className="text-ink-quiet">There is nothing of this kind.</p>;
  return (
    <p className="text-ink-quiet">
      Check-ins and alerts appear here. This snitch has none yet:{" "}
      <Link href={`${here}/setup`} className="text-ink underline underline-offset-4">
        see how to check in
      </Link>
      .
    </p>
  );
}
