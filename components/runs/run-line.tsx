import { Fragment } from "react";
import { ReportedLate } from "@/components/reported-late";
import { RunningTime } from "@/components/running-time";
import { Time } from "@/components/time";
import { Link } from "@/components/ui/link";
import { isReportedLate } from "@/lib/rules/reports/age";
import { beganAt, durationOf, type Run } from "@/lib/rules/runs/run";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { OutcomeMark, outcomeWord } from "./run-outcome";

type RunLineProps = {
  run: Run;
  now: Date;
  runUrl: string;
  /** When its latest report came, if it had happened before. */
  receivedAt?: Date | undefined;
  children?: React.ReactNode;
};

/** A run in one line: “Succeeded, started 03:05 UTC · took 4 min 12 s · exit 0 · output”. It leads to the page of the run. */
export function RunLine({ run, now, runUrl, receivedAt, children }: RunLineProps) {
  const { outcome, exitStatus, outputId } = run;
  const output = (
    <Link href={`${runUrl}#output`} className="underline underline-offset-4 hover:text-ink">
      output
    </Link>
  );
  const facts = [took(run, now), exitStatus && `exit\u00a0${exitStatus}`, broken(run), outputId && output];
  const startedAt = beganAt(run);
  const happenedAt = run.endedAt ?? run.at;
  return (
    <>
      <OutcomeMark outcome={outcome} />
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className="min-w-0 wrap-anywhere text-ink-quiet tabular-nums">
          <Link href={runUrl} className="hover:underline">
            <span className="text-ink">{outcomeWord(outcome)}</span>
            {startedAt ? ", started " : ", finished "}
            <Time
              at={startedAt ?? run.endedAt ?? run.at}
              near={now}
              isTabStop={false}
              className="whitespace-nowrap"
            />
          </Link>
          {facts.map((fact, i) => fact && <Fragment key={FACTS[i]}> · {fact}</Fragment>)}
          {receivedAt && isReportedLate({ at: happenedAt, receivedAt }) && (
            <ReportedLate at={happenedAt} receivedAt={receivedAt} />
          )}
        </p>
        {children}
      </div>
    </>
  );
}

const FACTS = ["took", "exit status", "broken", "output"];

/** How long a run took, or has been running. */
function took(run: Run, now: Date): React.ReactNode {
  if (run.outcome === "running")
    return (
      <span className="whitespace-nowrap">
        for <RunningTime since={run.startedAt ?? run.at} now={now} />
      </span>
    );
  const durationMs = durationOf(run);
  if (durationMs !== null) return <span className="whitespace-nowrap">took {runDuration(durationMs)}</span>;
  if (run.endedAt) return null;
  return run.outcome === "abandoned" ? "end not known" : "not finished";
}

/** Which rule of its snitch a run broke. */
function broken({ failedCheck, cause }: Run): React.ReactNode {
  if (failedCheck)
    return (
      <>
        did not pass <span className="font-mono text-xs">{failedCheck}</span>
      </>
    );
  return cause === "too_short" ? "too short" : null;
}
