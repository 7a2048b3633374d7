import { GuidanceFacts } from "@/components/guidance-facts";
import { Message } from "@/components/message";
import { Time } from "@/components/time";
import { Fact, FactList } from "@/components/ui/fact";
import { Link } from "@/components/ui/link";
import type { Guidance } from "@/lib/incidents/guidance";
import type { IncidentRow } from "@/lib/incidents/list-rows";
import { formatComparison } from "@/lib/rules/runs/format-comparison";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { findExpected } from "./cause-line";

type IncidentFactsProps = { incident: IncidentRow; guidance: Guidance; snitchUrl: string };

const MAX_LINES = 12;

/** Why there is an incident: what was expected, when it last came, and what the job wrote. */
export function IncidentFacts({ incident, guidance, snitchUrl }: IncidentFactsProps) {
  const { lastCheckedInAt, run, exitStatus, message, host } = incident.reported;
  const expected = findExpected(incident);
  return (
    <FactList>
      <GuidanceFacts {...guidance} />
      {incident.cause === "missed" && (
        <Fact label="Expected">
          {!expected.isRun && "by "}
          <Time at={expected.at} />
        </Fact>
      )}
      <Fact label="Last healthy">{lastCheckedInAt ? <Time at={lastCheckedInAt} /> : "Never"}</Fact>
      {run && (
        <Fact label="Alerted run">
          <Link href={`${snitchUrl}/runs/${run.id}`} className="underline underline-offset-4 hover:text-ink">
            {run.started_at ? <Time at={new Date(run.started_at)} isTabStop={false} /> : "Open the run"}
          </Link>
          {run.duration_ms !== null && `, took ${runDuration(run.duration_ms)}`}
        </Fact>
      )}
      {host && (
        <Fact label="Machine">
          <span className="wrap-anywhere">{host}</span>
        </Fact>
      )}
      {run?.failed_check && (
        <Fact label="Failed check">
          <span className="font-mono wrap-anywhere">{run.failed_check}</span>
          {run.compared && ` (${formatComparison(run.failed_check, run.compared)})`}
        </Fact>
      )}
      {exitStatus && (
        <Fact label="Exit status">
          <span className="wrap-anywhere">{exitStatus}</span>
        </Fact>
      )}
      {message.trim() && (
        <Fact label="Output">
          <Message text={message} maxLines={MAX_LINES} />
        </Fact>
      )}
    </FactList>
  );
}
