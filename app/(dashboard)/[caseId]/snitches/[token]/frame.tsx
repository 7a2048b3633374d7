import clsx from "clsx";
import { BackLink } from "@/components/back-link";
import { Live } from "@/components/live";
import { SnitchKeys } from "@/components/snitches/list/snitch-keys";
import { SubNav } from "@/components/sub-nav";
import { scheduleInBrief } from "@/lib/rules/schedule/format-schedule";
import { usesRuns } from "@/lib/rules/state/snitch-state";
import type { loadSnitch } from "./load-snitch";
import { StatusBand } from "./status-band";

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
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
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
