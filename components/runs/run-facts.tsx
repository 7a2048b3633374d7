import { RunningTime } from "@/components/running-time";
import { Time } from "@/components/time";
import { Fact, FactList } from "@/components/ui/fact";
import { type Compared, formatComparison } from "@/lib/rules/runs/format-comparison";
import { durationOf, type Run } from "@/lib/rules/runs/run";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { OutcomeBadge } from "./run-outcome";

type RunFactsProps = {
  run: Run;
  /** The longest runtime of the snitch, in seconds. */
  maxRuntime: number | null;
  /** How long its runs usually take. */
  usualMs: number | null;
  /** What its failed check compared. */
  compared: Compared | null;
  now: Date;
};

/** Everything that is known of a run. What is not known is left out. */
export function RunFacts({ run, maxRuntime, usualMs, compared, now }: RunFactsProps) {
  const { outcome, rid, startedAt, endedAt, limitAt, exitStatus, host, env } = run;
  const durationMs = durationOf(run);
  const isGoing = outcome === "running" || (outcome === "overran" && !endedAt);
  const metrics = Object.entries(run.metrics);
  return (
    <FactList>
      <Fact label="Outcome">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <OutcomeBadge outcome={outcome} />
          <span className="text-ink-quiet">{formatCause(run, compared)}</span>
        </div>
      </Fact>
      <Fact label="Started">{startedAt ? <Time at={startedAt} as="second" /> : "Not reported"}</Fact>
      {endedAt ? (
        <Fact label="Finished">
          <Time at={endedAt} as="second" />
        </Fact>
      ) : (
        <Fact label="Finished">{isGoing ? "Not yet" : "Not reported"}</Fact>
      )}
      {isGoing && startedAt && (
        <Fact label="Running for">
          <RunningTime since={startedAt} now={now} />
        </Fact>
      )}
      {durationMs !== null && <Fact label="Took">{runDuration(durationMs)}</Fact>}
      {usualMs !== null && <Fact label="Usually takes">{runDuration(usualMs)}</Fact>}
      {limitAt ? (
        <Fact label="Limit">
          <Time at={limitAt} as="second" />
        </Fact>
      ) : (
        maxRuntime !== null && <Fact label="Limit">{runDuration(maxRuntime * 1_000)}</Fact>
      )}
      {exitStatus && <Fact label="Exit status">{exitStatus}</Fact>}
      {host && (
        <Fact label="Host">
          <span className="wrap-anywhere">{host}</span>
        </Fact>
      )}
      {env && (
        <Fact label="Environment">
          <span className="wrap-anywhere">{env}</span>
        </Fact>
      )}
      {rid && (
        <Fact label="Run ID">
          <span className="font-mono wrap-anywhere">{rid}</span>
        </Fact>
      )}
      {metrics.length > 0 && (
        <Fact label={metrics.length === 1 ? "Metric" : "Metrics"}>
          <ul className="grid gap-0.5">
            {metrics.map(([name, value]) => (
              <li key={name} className="wrap-anywhere">
                <span className="font-mono">{name}</span>{" "}
                <span className="tabular-nums">
                  {value.toLocaleString("en", { maximumFractionDigits: 6 })}
                </span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </FactList>
  );
}

/** Why a run has its outcome, if the word alone does not say it. */
function formatCause(
  { outcome, cause, failedCheck, exitStatus, endedAt }: Run,
  compared: Compared | null,
): React.ReactNode {
  if (outcome === "abandoned")
    return "Its end was not reported: another run started, the snitch was paused, too many were running, or Tattle was not listening.";
  if (outcome === "overran" && !endedAt) return "It has exceeded its time limit, and has not finished.";
  if (failedCheck)
    return (
      <>
        It did not pass the check <span className="font-mono wrap-anywhere">{failedCheck}</span>
        {compared && `: ${formatComparison(failedCheck, compared)}`}.
      </>
    );
  if (cause === "too_short") return "It took less time than the shortest runtime.";
  if (outcome === "overran") return "It exceeded its time limit.";
  return cause === "error" && exitStatus ? "It reported an error." : null;
}
