import { RelativeTime } from "@/components/relative-time";
import { Time } from "@/components/time";
import type { StatusCause } from "@/lib/check-ins/status-cause";
import type { Status } from "@/lib/rules/snitch-state";
import { Message } from "./message";
import { Notifications } from "./notifications";

/** More than these are folded away. */
const MAX_SHOWN = 4;

type CauseProps = { status: Status; pausedAt: Date | null; cause: StatusCause; now: Date };

/** Why a snitch has its status: its last report, since when, who was notified, or who paused it. */
export function Cause({ status, pausedAt, cause, now }: CauseProps) {
  const { lastReport, erroredSince, notifications, pausedBy } = cause;
  const isDown = status === "failed" || status === "errored";
  if (!lastReport && !isDown && status !== "paused") return null;
  return (
    <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[7rem_minmax(0,1fr)]">
      {erroredSince && (
        <Fact label="Errored since">
          <Time at={erroredSince} />
        </Fact>
      )}
      {status === "paused" && pausedAt && (
        <Fact label="Paused">
          <RelativeTime at={pausedAt} now={now} />
          {pausedBy && <span className="wrap-anywhere"> by {pausedBy}</span>}
        </Fact>
      )}
      {lastReport && (
        <Fact label="Last report">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="wrap-anywhere">
              {lastReport.isHealthy ? "Checked in " : "Reported an error "}
              <RelativeTime at={lastReport.at} now={now} />
              {lastReport.exitStatus && `, exit status ${lastReport.exitStatus}`}
            </span>
            {lastReport.message && <Message text={lastReport.message} />}
          </div>
        </Fact>
      )}
      {isDown && (
        <Fact label="Notified">
          {notifications.length === 0 && "Nobody yet"}
          <div className="grid gap-1">
            <Notifications notifications={notifications.slice(0, MAX_SHOWN)} />
            {notifications.length > MAX_SHOWN && (
              <details className="text-xs text-ink-quiet">
                <summary className="py-0.5">And {notifications.length - MAX_SHOWN} more</summary>
                <div className="grid gap-1 pt-1">
                  <Notifications notifications={notifications.slice(MAX_SHOWN)} />
                </div>
              </details>
            )}
          </div>
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="grid gap-x-4 sm:col-span-2 sm:grid-cols-subgrid">
    <dt className="text-ink-quiet">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);
