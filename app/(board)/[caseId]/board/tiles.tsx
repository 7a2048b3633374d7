import clsx from "clsx";
import { RelativeTime } from "@/components/relative-time";
import { MaintenanceNote } from "@/components/snitches/maintenance-note";
import { StatusMark, statusLabel } from "@/components/snitches/status-badge";
import { Link } from "@/components/ui/link";
import type { MaintenanceAhead } from "@/lib/maintenance/ahead";
import { shownStatus } from "@/lib/rules/is-late";
import type { ListedSnitch } from "@/lib/snitches/list";

type TilesProps = {
  caseId: string;
  snitches: ListedSnitch[];
  maintenance: Map<string, MaintenanceAhead>;
  now: Date;
};

/** A snitch that somebody must look at is missing, errored or late. */
export const needsAttention = (snitch: ListedSnitch, now: Date) =>
  ["failed", "errored", "late"].includes(shownStatus(snitch, now));

/** Snitches that need attention: large enough to be read from across a room. */
export const ProblemTiles = ({ caseId, snitches, maintenance, now }: TilesProps) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20vw+8rem),1fr))] gap-[max(0.75rem,1vw)]">
    {snitches.map((snitch) => {
      const status = shownStatus(snitch, now);
      return (
        <li
          key={snitch.id}
          className={clsx(
            "grid content-start gap-1 rounded-2xl border-2 p-[max(1rem,1.2vw)]",
            status === "failed" ? "border-failed bg-failed/15" : "border-errored bg-errored/12",
          )}
        >
          <p
            className={clsx(
              "flex items-center gap-[0.4em] text-[max(1.25rem,2vw)] leading-tight font-semibold",
              status === "failed" ? "text-failed" : "text-errored",
            )}
          >
            <StatusMark status={status} className="size-[0.8em]!" />
            {statusLabel(status)}
          </p>
          <SnitchLink
            caseId={caseId}
            snitch={snitch}
            className="line-clamp-2 text-[max(1.5rem,2.4vw)] leading-tight font-semibold"
          />
          <p className="text-[max(1.125rem,1.5vw)] text-ink-quiet">
            <Since snitch={snitch} now={now} />
          </p>
          <MaintenanceNote
            active={maintenance.get(snitch.id)?.active}
            now={now}
            className="text-[max(1.125rem,1.5vw)] text-paused"
          />
        </li>
      );
    })}
  </ul>
);

/** The other snitches, one line each. */
export const QuietTiles = ({ caseId, snitches, maintenance, now }: TilesProps) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14vw+9rem),1fr))] gap-x-[2vw] gap-y-[max(0.375rem,0.5vw)] text-[max(1.125rem,1.4vw)]">
    {snitches.map((snitch) => {
      const status = shownStatus(snitch, now);
      return (
        <li key={snitch.id} className="flex min-w-0 items-center gap-[0.5em]">
          <StatusMark status={status} className="size-[0.7em]!" />
          <span className="sr-only">{statusLabel(status)}:</span>
          <SnitchLink caseId={caseId} snitch={snitch} className="line-clamp-1" />
          {maintenance.get(snitch.id)?.active && (
            <span className="shrink-0 text-[0.8em] text-paused">Maintenance</span>
          )}
        </li>
      );
    })}
  </ul>
);

type SnitchLinkProps = { caseId: string; snitch: ListedSnitch; className: string };

const SnitchLink = ({ caseId, snitch: { token, name }, className }: SnitchLinkProps) => (
  <Link
    href={`/${caseId}/snitches/${token}`}
    className={clsx("min-w-0 wrap-anywhere hover:underline", className)}
  >
    <bdi>{name}</bdi>
  </Link>
);

function Since({
  snitch: { status, deadline, missingSince, checkedInAt },
  now,
}: {
  snitch: ListedSnitch;
  now: Date;
}) {
  const dueAt = status === "errored" ? null : (missingSince ?? deadline);
  if (dueAt) return <RelativeTime late at={dueAt} now={now} />;
  if (!checkedInAt) return "Never healthy";
  return (
    <>
      Last healthy <RelativeTime at={checkedInAt} now={now} />
    </>
  );
}
