import { RunningTime } from "@/components/running-time";
import { durationOf, type Run } from "@/lib/rules/runs/run";
import { runDuration } from "@/lib/rules/runs/run-duration";

type RunNoteProps = { snitch: { running: number; lastRun?: Run }; now: Date; className?: string };

/** “running 3 min”, “2 running”, or how long the latest run took. Nothing for a job that reports no runs. */
export function RunNote({ snitch, now, className }: RunNoteProps) {
  const words = noteOf(snitch, now);
  return words && <span className={className}>{words}</span>;
}

function noteOf({ running, lastRun }: RunNoteProps["snitch"], now: Date): React.ReactNode {
  if (lastRun && running <= 1 && isGoing(lastRun))
    return (
      <>
        running <RunningTime since={lastRun.startedAt ?? lastRun.at} now={now} isBrief />
      </>
    );
  if (running > 0) return `${running} running`;
  const durationMs = lastRun ? durationOf(lastRun) : null;
  return durationMs === null ? null : `took ${runDuration(durationMs)}`;
}

/** One that has run for too long may still be running. */
const isGoing = ({ outcome, endedAt }: Run) =>
  outcome === "running" || (outcome === "overran" && endedAt === null);
