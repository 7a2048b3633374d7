import clsx from "clsx";
import { Link } from "@/components/ui/link";
import { TIMELINE_FILTERS, type TimelineFilter } from "@/lib/history/timeline-entries";
import { withQuery } from "@/lib/rules/with-query";

/** A kind of entry of the timeline, or the log of who changed the snitch. */
type Kind = TimelineFilter | "audit";

const TEXTS: Record<Kind, string> = {
  all: "Everything",
  check_ins: "Check-ins",
  errors: "Errors",
  changes: "Status",
  notifications: "Notifications",
  audit: "Audit log",
};

export const parseTimelineFilter = (text: unknown): TimelineFilter =>
  TIMELINE_FILTERS.find((filter) => filter === text) ?? "all";

/** The URL of one kind of activity. `snitchUrl` is the URL of the snitch’s page. */
export const activityUrl = (snitchUrl: string, kind: Kind, after?: string): string =>
  kind === "audit"
    ? withQuery(`${snitchUrl}/activity/changes`, { before: after })
    : withQuery(`${snitchUrl}/activity`, { show: kind !== "all" && kind, after });

/** The kinds of activity as links. */
export function ActivityKinds({ snitchUrl, current }: { snitchUrl: string; current: Kind }) {
  const kinds: Kind[] = [...TIMELINE_FILTERS, "audit"];
  return (
    <nav aria-label="Kinds of activity" className="flex flex-wrap gap-0.5 print:hidden">
      {kinds.map((kind) => (
        <Link
          key={kind}
          href={activityUrl(snitchUrl, kind)}
          scroll={false}
          aria-current={kind === current ? "page" : undefined}
          className={clsx(
            "rounded-md px-2 py-1 text-sm font-medium",
            kind === current ? "bg-ink/8 text-ink" : "text-ink-quiet hover:text-ink",
          )}
        >
          {TEXTS[kind]}
        </Link>
      ))}
    </nav>
  );
}
