import clsx from "clsx";
import { RelativeTime } from "@/components/relative-time";
import { MaintenanceNote } from "@/components/snitches/maintenance-note";
import { StatusMark, statusLabel } from "@/components/status-badge";
import { Link } from "@/components/ui/link";
import type { MaintenanceAhead } from "@/lib/maintenance/ahead";
import { shownStatus } from "@/lib/rules/state/is-late";
import type { ListedSnitch } from "@/lib/snitches/list";
import { type Bad, countBad } from "./count-more";

type TilesProps = {
  caseId: string;
  snitches: ListedSnitch[];
  maintenance: Map<string, MaintenanceAhead>;
  now: Date;
};

/** A snitch that somebody must look at is missing, errored or late. */
export const needsAttention = (snitch: ListedSnitch, now: Date) =>
  ["failed", "errored", "late"].includes(shownStatus(snitch, now));

/** Up to so many tiles have this size; with more, all are smaller, so that each bad snitch can be seen. */
const SIZES = [
  {
    most: 6,
    grid: "grid-cols-[repeat(auto-fill,minmax(min(100%,20vw+8rem),1fr))]",
    tile: "gap-1 rounded-2xl p-[max(1rem,1.2vw)]",
    status: "text-[max(1.25rem,2vw)]",
    name: "line-clamp-2 text-[max(1.5rem,2.4vw)] leading-tight",
  },
  {
    most: 12,
    grid: "grid-cols-[repeat(auto-fill,minmax(min(100%,14vw+7rem),1fr))]",
    tile: "gap-0.5 rounded-xl p-[max(0.75rem,0.8vw)]",
    status: "text-[max(1.125rem,1.4vw)]",
    name: "line-clamp-2 text-[max(1.25rem,1.7vw)] leading-tight",
  },
  {
    most: Number.POSITIVE_INFINITY,
    grid: "grid-cols-[repeat(auto-fill,minmax(min(100%,12vw+5rem),1fr))]",
    tile: "rounded-lg px-[max(0.5rem,0.7vw)] py-[max(0.375rem,0.4vw)]",
    status: "",
    name: "text-[max(1.125rem,1.4vw)]",
  },
] as const;

type ProblemTilesProps = TilesProps & {
  /** How many bad snitches have no tile. */
  more: Bad;
};

/** Snitches that need attention: as large as there is room for, to be read from across a room. */
export function ProblemTiles({ caseId, snitches, maintenance, more, now }: ProblemTilesProps) {
  const size = SIZES.find(({ most }) => snitches.length <= most) ?? SIZES[2];
  const isSmall = size === SIZES[2];
  return (
    <>
      <ul className={clsx("grid gap-[max(0.5rem,0.8vw)]", size.grid)}>
        {snitches.map((snitch) => {
          const status = shownStatus(snitch, now);
          const ink = status === "failed" ? "text-failed" : "text-errored";
          return (
            <li
              key={snitch.id}
              className={clsx(
                "grid content-start border-2",
                size.tile,
                status === "failed" ? "border-failed bg-failed/15" : "border-errored bg-errored/12",
              )}
            >
              {isSmall ? (
                <p className={clsx("flex min-w-0 items-center gap-[0.4em] font-semibold", size.name)}>
                  <StatusMark status={status} className={clsx("size-[0.8em]!", ink)} />
                  <span className="sr-only">{statusLabel(status)}: </span>
                  <SnitchLink caseId={caseId} snitch={snitch} className="truncate" />
                </p>
              ) : (
                <>
                  <p
                    className={clsx(
                      "flex items-center gap-[0.4em] leading-tight font-semibold",
                      size.status,
                      ink,
                    )}
                  >
                    <StatusMark status={status} className="size-[0.8em]!" />
                    {statusLabel(status)}
                  </p>
                  <SnitchLink caseId={caseId} snitch={snitch} className={clsx("font-semibold", size.name)} />
                  <p className="text-[max(1.125rem,1.5vw)] text-ink-quiet">
                    <Since snitch={snitch} now={now} />
                  </p>
                  <MaintenanceNote
                    active={maintenance.get(snitch.id)?.active}
                    now={now}
                    className="text-[max(1.125rem,1.5vw)] text-paused"
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <More caseId={caseId} more={more} />
    </>
  );
}

const MORE: { status: keyof Bad; word: string; filter: string; ink: string }[] = [
  { status: "failed", word: "missing", filter: "?status=missing", ink: "text-failed" },
  { status: "errored", word: "errored", filter: "?status=errored", ink: "text-errored" },
  { status: "late", word: "late", filter: "", ink: "text-errored" },
];

/** “+6 errored”: those for which there is no room, each a link to the list. */
const More = ({ caseId, more }: { caseId: string; more: Bad }) =>
  countBad(more) > 0 && (
    <p className="flex flex-wrap gap-x-[1.5vw] gap-y-1 pt-[max(0.5rem,0.8vw)] text-[max(1.25rem,1.7vw)] font-semibold">
      {MORE.filter(({ status }) => more[status] > 0).map(({ status, word, filter, ink }) => (
        <Link key={status} href={`/${caseId}${filter}`} className={clsx("hover:underline", ink)}>
          +{more[status].toLocaleString("en")} {word}
        </Link>
      ))}
    </p>
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
