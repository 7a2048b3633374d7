import { Time } from "@/components/time";
import { Link } from "@/components/ui/link";
import type { RunFault } from "@/lib/history/status-cause";
import { formatComparison } from "@/lib/rules/runs/format-comparison";
import { runDuration } from "@/lib/rules/runs/run-duration";

/** What was wrong with the run that made a snitch missing or errored, and how long its runs usually take. */
export function FaultSentence({ fault: { cause, at, run }, runUrl }: { fault: RunFault; runUrl: string }) {
  const usually = run.usual_ms === null ? "" : ` It usually takes ${runDuration(run.usual_ms)}.`;
  const name = (
    <Link href={runUrl} className="underline underline-offset-4 wrap-anywhere">
      {run.rid ? `run “${run.rid}”` : "run"}
    </Link>
  );
  if (cause === "check")
    return (
      <>
        Its {name} did not pass the check{" "}
        <span className="font-mono text-xs wrap-anywhere">{run.failed_check}</span>
        {run.compared && `: ${formatComparison(run.failed_check, run.compared)}`}.
      </>
    );
  if (cause === "too_short")
    return (
      <>
        Its {name} took only {runDuration(run.reported_ms ?? run.duration_ms ?? 0)}, which is too short.
        {usually}
      </>
    );
  return (
    <>
      Its {name}
      {run.started_at && (
        <>
          , started <Time at={new Date(run.started_at)} />,
        </>
      )}{" "}
      overran: it should have finished by <Time at={at} />.{usually}
    </>
  );
}
