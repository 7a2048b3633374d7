import { Message } from "@/components/message";
import { Time } from "@/components/time";
import { Fact, FactList } from "@/components/ui/fact";
import { Link } from "@/components/ui/link";
import type { FoundAlert } from "@/lib/history/find-alert";
import { STATUS_LABELS } from "@/lib/rules/history/history-text";
import { formatComparison } from "@/lib/rules/runs/format-comparison";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { formatSchedule } from "@/lib/rules/schedule/format-schedule";
import { Miss } from "./miss";
import { Rules } from "./rules";

/** What decided an alert, as it was then. */
export function Reasons({ alert, caseUrl }: { alert: FoundAlert; caseUrl: string }) {
  const { facts, at, lastCheckedInAt, unknownMisses, from, silentSince } = alert;
  if (facts?.repeats)
    return (
      <p className="text-sm">
        It repeats{" "}
        <Link href={`${caseUrl}/alerts/${facts.repeats.id}`} className="underline underline-offset-4">
          the previous alert
        </Link>
        , whose page says why.
        {facts.repeats.because === "reminder" &&
          facts.repeats.remindEvery !== null &&
          ` The snitch is set to send reminders every ${runDuration(facts.repeats.remindEvery * 1_000)}.`}
      </p>
    );
  return (
    <>
      {!facts && (
        <p className="text-sm text-ink-quiet">
          An earlier version of Tattle raised this alert without recording why. Settings may have changed
          since.
        </p>
      )}
      <FactList>
        {facts?.settings && facts.missed && (
          <Miss
            missed={facts.missed}
            settings={facts.settings}
            deadline={at}
            lastCheckedInAt={lastCheckedInAt}
            unknownMisses={unknownMisses}
          />
        )}
        <Report alert={alert} />
        <Run alert={alert} />
        <Fact label="Status before">{STATUS_LABELS[from]}</Fact>
        {silentSince && (
          <Fact label={alert.kind === "reporting" ? "Not healthy since" : "Missing since"}>
            <Time at={silentSince} as="exact" />
          </Fact>
        )}
        {facts?.settings && !facts.missed && (
          <Fact label="Schedule">
            <span className="wrap-anywhere">{formatSchedule(facts.settings)}</span>
          </Fact>
        )}
        {facts?.notifying && <Rules alert={alert} rules={facts.notifying} caseUrl={caseUrl} />}
      </FactList>
    </>
  );
}

/** What the job reported, or who paused the snitch. */
function Report({ alert }: { alert: FoundAlert }) {
  const { kind, exitStatus, message, pausedBy } = alert;
  return (
    <>
      {kind === "paused" && (
        <Fact label="Paused by">
          <span className="wrap-anywhere">{pausedBy ?? "Tattle, or unknown"}</span>
        </Fact>
      )}
      {exitStatus && (
        <Fact label="Exit status">
          <span className="wrap-anywhere">{exitStatus}</span>
        </Fact>
      )}
      {message && (
        <Fact label="Message">
          <Message text={message} />
        </Fact>
      )}
    </>
  );
}

function Run({ alert: { run, cause, facts } }: { alert: FoundAlert }) {
  if (!run) return null;
  const { started_at: startedAt, duration_ms: durationMs, failed_check: failedCheck } = run;
  const { maxRuntime = null, minRuntime = null } = facts?.settings ?? {};
  const limit = cause === "overran" ? maxRuntime : cause === "too_short" ? minRuntime : null;
  return (
    <>
      {startedAt && (
        <Fact label="Run started">
          <Time at={new Date(startedAt)} as="exact" />
        </Fact>
      )}
      {durationMs !== null && <Fact label="Run took">{runDuration(durationMs)}</Fact>}
      {limit !== null && (
        <Fact label={cause === "overran" ? "At most" : "At least"}>{runDuration(limit * 1_000)}</Fact>
      )}
      {failedCheck && (
        <Fact label="Failed check">
          <span className="font-mono wrap-anywhere">{failedCheck}</span>
          {run.compared && ` (${formatComparison(failedCheck, run.compared)})`}
        </Fact>
      )}
    </>
  );
}
