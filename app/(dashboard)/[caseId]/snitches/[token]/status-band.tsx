import clsx from "clsx";
import { StatusSentence } from "@/components/snitches/status-sentence";
import { StatusBadge } from "@/components/status-badge";
import { shownStatus } from "@/lib/rules/state/is-late";
import type { Status } from "@/lib/rules/state/snitch-state";
import type { LoadedSnitch } from "./load-snitch";
import { MaintenanceLine } from "./maintenance-line";

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
export function StatusBand({ snitch, now, children }: StatusBandProps) {
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
