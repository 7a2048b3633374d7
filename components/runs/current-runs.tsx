import { RelativeTime } from "@/components/relative-time";
import { RunningTime } from "@/components/running-time";
import { Time } from "@/components/time";
import { Fact, FactList } from "@/components/ui/fact";
import { Link } from "@/components/ui/link";
import { durationOf, type Run } from "@/lib/rules/runs/run";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { outcomeWord } from "./run-outcome";

type CurrentRunsProps = {
  /** The runs that are running, newest first. */
  running: Run[];
  /** The latest run; undefined while there was none. */
  lastRun?: Run;
  now: Date;
  /** The URL of the snitch’s page. */
  snitchUrl: string;
};

/** More than these are on the page of runs. */
const MAX_SHOWN = 3;

/** What a job is doing now, and how long its latest run took. */
export function CurrentRuns({ running, lastRun, now, snitchUrl }: CurrentRunsProps) {
  const durationMs = lastRun ? durationOf(lastRun) : null;
  const isEnded = lastRun && lastRun.outcome !== "running";
  if (running.length === 0 && !isEnded) return null;
  const more = running.length - MAX_SHOWN;
  return (
    <FactList>
      {running.length > 0 && (
        <Fact label="Running">
          <ul className="grid gap-0.5">
            {running.slice(0, MAX_SHOWN).map((run) => (
              <li key={run.id} className="wrap-anywhere">
                <Link
                  href={`${snitchUrl}/runs/${run.id}`}
                  className="underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  since <Time at={run.startedAt ?? run.at} near={now} isTabStop={false} />
                </Link>
                {run.host && ` on ${run.host}`}
                <span className="text-ink-quiet">
                  {" "}
                  for <RunningTime since={run.startedAt ?? run.at} now={now} />
                </span>
              </li>
            ))}
            {more > 0 && (
              <li>
                <Link href={`${snitchUrl}/runs`} className="underline underline-offset-4">
                  and {more} more
                </Link>
              </li>
            )}
          </ul>
        </Fact>
      )}
      {lastRun && isEnded && (
        <Fact label="Last run">
          <Link
            href={`${snitchUrl}/runs/${lastRun.id}`}
            className="underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {outcomeWord(lastRun.outcome)}
            {lastRun.endedAt && (
              <>
                {" "}
                <RelativeTime at={lastRun.endedAt} now={now} isTabStop={false} />
              </>
            )}
            {durationMs !== null && `, took ${runDuration(durationMs)}`}
          </Link>
          {lastRun.host && <span className="wrap-anywhere"> on {lastRun.host}</span>}
        </Fact>
      )}
    </FactList>
  );
}
