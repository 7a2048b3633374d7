import clsx from "clsx";
import { Live } from "@/components/live";
import { BackLink } from "@/components/page-header";
import { SnitchKeys } from "@/components/snitches/list/snitch-keys";
import { StatusSentence } from "@/components/snitches/status-sentence";
import { StatusBadge } from "@/components/status-badge";
import { SubNav } from "@/components/sub-nav";
import { Time } from "@/components/time";
import { CalendarClock } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { scheduleInBrief } from "@/lib/rules/schedule/format-schedule";
import { shownStatus } from "@/lib/rules/state/is-late";
import { type Status, usesRuns } from "@/lib/rules/state/snitch-state";
import { findMaintenance, type LoadedSnitch, type loadSnitch } from "./load-snitch";

/** The path of a tab after the snitch’s URL. */
export type SnitchTab = "" | "/activity" | "/runs" | "/settings";

type SnitchFrameProps = Awaited<ReturnType<typeof loadSnitch>> & {
  tab: SnitchTab;
  now: Date;
  /** What the overview adds to the status: its cause, and what can be done. */
  status?: React.ReactNode;
  children: React.ReactNode;
};

/** The frame of every tab of a snitch: its name, the tabs, and its status. */
export function SnitchFrame({ theCase, snitch, tab, now, status, children }: SnitchFrameProps) {
  const snitchUrl = `/${theCase.id}/snitches/${snitch.token}`;
  return (
    <>
      <div className="grid gap-4 pb-2">
        <BackLink href={`/${theCase.id}`}>Snitches</BackLink>
        <div className="grid min-w-0 gap-1.5 pb-2">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
            <bdi>{snitch.name}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-quiet">
            {scheduleInBrief(snitch)}
            {snitch.environment && <bdi className="wrap-anywhere">in {snitch.environment}</bdi>}
            {snitch.tags.map((tag) => (
              <span key={tag} className="tag">
                {tag}
              </span>
            ))}
          </p>
        </div>
      </div>
      <div className="print:hidden">
        <SubNav
          label="Snitch"
          currentPath={`${snitchUrl}${tab}`}
          pages={[
            [snitchUrl, "Overview"],
            [`${snitchUrl}/activity`, "Activity"],
            ...(usesRuns(snitch) ? [[`${snitchUrl}/runs`, "Runs"] as const] : []),
            [`${snitchUrl}/settings`, "Settings"],
          ]}
        />
      </div>
      <div className={clsx("pb-6", tab !== "" && "print:hidden")}>
        <StatusBand snitch={snitch} now={now}>
          {status}
        </StatusBand>
      </div>
      {children}
      <SnitchKeys caseId={theCase.id} token={snitch.token} name={snitch.name} />
      <Live caseId={theCase.id} />
    </>
  );
}

const BAND_CLASSES: Record<Status | "late", string> = {
  pending: "border-dashed border-line",
  healthy: "border-line bg-surface-quiet",
  late: "border-errored/30 bg-errored/6",
  failed: "border-failed/30 bg-failed/6",
  errored: "border-errored/30 bg-errored/6",
  paused: "border-paused/30 bg-paused/8",
};

type StatusBandProps = { snitch: LoadedSnitch; now: Date; children?: React.ReactNode };

/** The status of a snitch in one sentence, and below it what the page adds. */
function StatusBand({ snitch, now, children }: StatusBandProps) {
  const status = shownStatus(snitch, now);
  return (
    <div className={clsx("grid gap-3 rounded-lg border px-4 py-3", BAND_CLASSES[status])}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span role="status" aria-label="Status">
          <StatusBadge status={status} />
        </span>
        <p className="min-w-0 text-ink-quiet">
          <StatusSentence snitch={snitch} now={now} />
        </p>
      </div>
      <MaintenanceLine snitch={snitch} now={now} />
      {children}
    </div>
  );
}

/** The maintenance that covers a snitch now, or else the next one within eight days. Nothing if there is none. */
async function MaintenanceLine({ snitch, now }: { snitch: LoadedSnitch; now: Date }) {
  const { active, next } = await findMaintenance(snitch.id, snitch.caseId);
  const window = active ?? next;
  if (!window) return null;
  return (
    <p className="flex items-baseline gap-1.5 text-sm text-ink-quiet">
      <CalendarClock aria-hidden className="size-3.5 shrink-0 translate-y-0.5 text-paused" />
      <span className="min-w-0">
        {active ? (
          <>
            <span className="font-medium text-paused">
              Maintenance until <Time at={active.endsAt} near={now} />
            </span>
            : no alerts are sent before then.{" "}
          </>
        ) : (
          <>
            Next maintenance <Time at={window.startsAt} /> –{" "}
            <Time at={window.endsAt} near={window.startsAt} />.{" "}
          </>
        )}
        <Link
          href={`/${snitch.caseId}/maintenance`}
          className="wrap-anywhere underline underline-offset-4 hover:text-ink"
        >
          <bdi>{window.name}</bdi>
        </Link>
      </span>
    </p>
  );
}
