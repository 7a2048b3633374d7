import { RelativeTime } from "@/components/relative-time";
import type { Run } from "@/lib/rules/runs/run";
import { RunLine } from "./run-line";

type RunListProps = {
  runs: Run[];
  /** When the latest report of a run came, if that was after it had happened. By the id of the run. */
  receivedAt: Map<string, Date>;
  now: Date;
  snitchUrl: string;
};

/** Runs, one line each. */
export const RunList = ({ runs, receivedAt, now, snitchUrl }: RunListProps) => (
  <ol className="grid">
    {runs.map((run) => (
      <li
        key={run.id}
        className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0"
      >
        <RunLine
          run={run}
          receivedAt={receivedAt.get(run.id)}
          now={now}
          runUrl={`${snitchUrl}/runs/${run.id}`}
        />
        <span className="text-right text-ink-quiet">
          <RelativeTime at={run.startedAt ?? run.at} now={now} isTabStop={false} />
        </span>
      </li>
    ))}
  </ol>
);
