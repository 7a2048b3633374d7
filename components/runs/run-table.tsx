import { ReportedLateLine } from "@/components/reported-late";
import { RunningTime } from "@/components/running-time";
import { Time } from "@/components/time";
import { Link } from "@/components/ui/link";
import { Cell, Row, Table } from "@/components/ui/table";
import { isReportedLate } from "@/lib/rules/reports/age";
import { lastLine } from "@/lib/rules/runs/excerpt";
import { beganAt, durationOf, type Run } from "@/lib/rules/runs/run";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { OutcomeMark, outcomeInk, outcomeWord } from "./run-outcome";

type RunTableProps = {
  runs: Run[];
  /** When the latest report of a run came, if that was after it had happened. By the id of the run. */
  receivedAt: Map<string, Date>;
  /** What a run wrote last, by its id. */
  messages: Map<string, string>;
  now: Date;
  snitchUrl: string;
};

const MAX_LINE = 200;

const COLUMNS = ["Started", "Took", "Exit", "Host", "Metrics", "Last line"];
const NUMBERS = ["Took", "Exit"];

/** Runs, a row each. Columns of which no run says anything are left out. */
export function RunTable({ runs, receivedAt, messages, now, snitchUrl }: RunTableProps) {
  const longestMs = Math.max(1, ...runs.map((run) => durationOf(run) ?? 0));
  const hasHosts = runs.some(({ host }) => host);
  const hasMetrics = runs.some(({ metrics }) => Object.keys(metrics).length > 0);
  const columns = COLUMNS.filter((name) => (name === "Host" ? hasHosts : name !== "Metrics" || hasMetrics));
  return (
    <Table label="Runs" stacks className="runs">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" className={NUMBERS.includes(name) ? "number" : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id}>
            <Cell>
              <Started
                run={run}
                now={now}
                url={`${snitchUrl}/runs/${run.id}`}
                receivedAt={receivedAt.get(run.id)}
              />
            </Cell>
            <Cell name="Took" className="number">
              <Took run={run} now={now} share={(durationOf(run) ?? 0) / longestMs} />
            </Cell>
            <Cell name="Exit" className="number">
              {run.exitStatus}
            </Cell>
            {hasHosts && <Cell className="host">{run.host}</Cell>}
            {hasMetrics && <Cell className="metrics">{formatMetrics(run.metrics)}</Cell>}
            <Cell className="line">
              <LastLine run={run} text={messages.get(run.id) ?? ""} url={`${snitchUrl}/runs/${run.id}`} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

type PartProps = { run: Run; now: Date };

/** When a run started, or finished if only that is known, and how it went. */
function Started({ run, now, url, receivedAt }: PartProps & { url: string; receivedAt: Date | undefined }) {
  const startedAt = beganAt(run);
  const happenedAt = run.endedAt ?? run.at;
  return (
    <>
      <span className="inline-flex items-baseline gap-2">
        <OutcomeMark outcome={run.outcome} />
        <Link href={url} className="font-medium whitespace-nowrap tabular-nums hover:underline">
          {!startedAt && "finished "}
          <Time at={startedAt ?? happenedAt} near={now} isTabStop={false} />
        </Link>
        <span className={run.outcome === "succeeded" ? "sr-only" : outcomeInk(run.outcome)}>
          {outcomeWord(run.outcome)}
        </span>
      </span>
      {receivedAt && isReportedLate({ at: happenedAt, receivedAt }) && (
        <ReportedLateLine at={happenedAt} receivedAt={receivedAt} />
      )}
    </>
  );
}

/** How long a run took, with a bar next to those of the other rows, or has been running. */
function Took({ run, now, share }: PartProps & { share: number }) {
  const durationMs = durationOf(run);
  if (run.outcome === "running") return <RunningTime since={run.startedAt ?? run.at} now={now} />;
  if (durationMs === null) return run.endedAt ? null : <span className="text-ink-quiet">not known</span>;
  return (
    <>
      {runDuration(durationMs)}
      <span aria-hidden className="bar">
        <i
          className={outcomeInk(run.outcome)}
          style={{ width: `${Math.max(2, Math.round(share * 100))}%` }}
        />
      </span>
    </>
  );
}

/** Which rule of its snitch a run broke, or else what it wrote last. */
function LastLine({ run, text, url }: { run: Run; text: string; url: string }) {
  const line = describeBreach(run) ?? lastLine(text, MAX_LINE);
  if (!run.outputId) return <span title={line || undefined}>{line}</span>;
  return (
    <Link href={`${url}#output`} title={line || undefined} className="hover:text-ink hover:underline">
      {line || "output"}
    </Link>
  );
}

function describeBreach({ failedCheck, cause }: Run): string | null {
  if (failedCheck) return `did not pass ${failedCheck}`;
  return cause === "too_short" ? "too short" : null;
}

const formatMetrics = (metrics: Run["metrics"]) =>
  Object.entries(metrics)
    .map(([name, value]) => `${name} ${value.toLocaleString("en", { maximumFractionDigits: 6 })}`)
    .join(" · ");
