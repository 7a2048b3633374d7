import clsx from "clsx";
import { DocsLink } from "@/components/docs-link";
import { Section } from "@/components/section";
import { Timeline } from "@/components/snitches/timeline";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { type Entry, TIMELINE_FILTERS, type TimelineFilter } from "@/lib/check-ins/timeline-entries";

const FILTER_WORDS: Record<TimelineFilter, string> = {
  all: "Everything",
  check_ins: "Check-ins",
  errors: "Errors",
  changes: "Changes",
  notifications: "Notifications",
};

export const parseTimelineFilter = (text: unknown): TimelineFilter =>
  TIMELINE_FILTERS.find((filter) => filter === text) ?? "all";

type TimelineSectionProps = {
  /** The URL of the snitch’s page. */
  snitchUrl: string;
  filter: TimelineFilter;
  isFirstPage: boolean;
  entries: Entry[];
  next: string | null;
  now: Date;
};

/** What happened to a snitch, one page of one kind of entry. The kinds and pages are links. */
export function TimelineSection(props: TimelineSectionProps) {
  const { snitchUrl, filter, isFirstPage, entries, next, now } = props;
  const hrefOf = (kind: TimelineFilter, after?: string) => {
    const query = new URLSearchParams({ ...(kind !== "all" && { show: kind }), ...(after && { after }) });
    return `${snitchUrl}${query.size > 0 ? `?${query}` : ""}#activity`;
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
              aria-current={kind === filter ? "true" : undefined}
              className={clsx(
                "rounded-md px-2 py-1 text-xs font-medium",
                kind === filter ? "bg-ink/8 text-ink" : "hover:text-ink",
              )}
            >
              {FILTER_WORDS[kind]}
            </Link>
          ))}
        </nav>
      }
    >
      {entries.length > 0 ? <Timeline entries={entries} now={now} /> : <NoEntries {...props} />}
      {(next || !isFirstPage) && (
        <nav aria-label="Pages of activity" className="flex gap-2 print:hidden">
          {!isFirstPage && (
            <ButtonLink href={hrefOf(filter)} scroll={false}>
              Latest
            </ButtonLink>
          )}
          {next && (
            <ButtonLink href={hrefOf(filter, next)} scroll={false}>
              Older
            </ButtonLink>
          )}
        </nav>
      )}
    </Section>
  );
}

function NoEntries({ snitchUrl, filter, isFirstPage }: TimelineSectionProps) {
  if (filter !== "all" || !isFirstPage)
    return <p className="text-ink-quiet">There are no entries of this kind.</p>;
  return (
    <p className="text-ink-quiet">
      Check-ins and alerts appear here. This snitch has none yet:{" "}
      <Link href={`${snitchUrl}/setup`} className="text-ink underline underline-offset-4">
        see how to check in
      </Link>
      . <DocsLink page="/check-ins">What a check-in can say</DocsLink>
    </p>
  );
}
