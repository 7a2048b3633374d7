import { RunningTime } from "@/components/running-time";
import { durationOf, type Run } from "@/lib/rules/runs/run";
import { runDuration } from "@/lib/rules/runs/run-duration";

/** What a row of the list says of runs: since when one is running, or words. Absent for a job that reports no runs. */
export type RunNews = { since: Date } | { text: string } | undefined;

/** “running 3 min”, “2 running”, or how long the latest run took. */
export function runNews({ running, lastRun }: { running: number; lastRun?: Run }): RunNews {
  if (lastRun && running <= 1 && isGoing(lastRun)) return { since: lastRun.startedAt ?? lastRun.at };
  if (running > 0) return { text: `${running} running` };
  const durationMs = lastRun ? durationOf(lastRun) : null;
  return durationMs === null ? undefined : { text: `took ${runDuration(durationMs)}` };
}

/** One that has run for too long may still be running. */
const isGoing = ({ outcome, endedAt }: Run) =>
  outcome === "running" || (outcome === "overran" && endedAt === null);

export const RunNote = ({ news, now, className }: { news: RunNews; now: Date; className?: string }) =>
  news && (
    <span className={className}>
      {"since" in news ? (
        <>
          running <RunningTime since={news.since} now={now} isBrief />
        </>
      ) : (
        news.text
      )}
    </span>
  );
