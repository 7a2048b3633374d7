import { Message } from "@/components/message";
import { Notifications } from "@/components/notifications";
import { RelativeTime } from "@/components/relative-time";
import { FaultSentence } from "@/components/runs/fault-sentence";
import { Time } from "@/components/time";
import { Fact, FactList } from "@/components/ui/fact";
import type { StatusCause } from "@/lib/history/status-cause";
import type { Status } from "@/lib/rules/state/snitch-state";

/** More than these are folded away. */
const MAX_SHOWN = 4;

type CauseProps = {
  status: Status;
  pausedAt: Date | null;
  cause: StatusCause;
  now: Date;
  /** The URL of the snitch’s page. */
  snitchUrl: string;
};

/** Why a snitch has its status: its last report, since when, who was notified, or who paused it. */
export function Cause({ status, pausedAt, cause, now, snitchUrl }: CauseProps) {
  const { lastReport, fault, erroredSince, notifications, pausedBy } = cause;
  const isDown = status === "failed" || status === "errored";
  if (!lastReport && !isDown && status !== "paused") return null;
  return (
    <FactList>
      {fault && (
        <Fact label="Cause">
          <FaultSentence fault={fault} runUrl={`${snitchUrl}/runs/${fault.run.id}`} />
        </Fact>
      )}
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
              {reportWord(lastReport)} <RelativeTime at={lastReport.at} now={now} />
              {lastReport.exitStatus && `, exit status ${lastReport.exitStatus}`}
            </span>
            {lastReport.message && <Message text={lastReport.message} />}
          </div>
        </Fact>
      )}
      {isDown && (
        <Fact label="Notified">
          {notifications.length === 0 && "No one yet"}
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
    </FactList>
  );
}

const reportWord = ({ isHealthy, isViolation }: NonNullable<StatusCause["lastReport"]>) =>
  isHealthy ? "Checked in" : isViolation ? "Finished" : "Reported an error";
