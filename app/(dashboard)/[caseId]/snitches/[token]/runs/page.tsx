import type { Metadata } from "next";
import { Suspense } from "react";
import { DocsLink } from "@/components/page-header";
import { DurationsChart } from "@/components/runs/durations-chart";
import { RunTable } from "@/components/runs/run-table";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { listLastMessages } from "@/lib/history/list-last-messages";
import { timeOfRunId } from "@/lib/rules/runs/run";
import { isUuid } from "@/lib/rules/uuid";
import { listRuns } from "@/lib/runs/list";
import { listReceivedAt } from "@/lib/runs/received";
import type { Query } from "../../../(list)/filters";
import { SnitchFrame } from "../frame";
import { loadSnitch, type SnitchParams } from "../load-snitch";
import { UsualSuggestion } from "./usual-suggestion";

const RUNS_ON_A_PAGE = 25;
const RUNS_IN_CHART = 50;

type RunsPageProps = { params: SnitchParams; searchParams: Promise<Query> };

const load = async (params: SnitchParams) => {
  const { caseId, token } = await params;
  return loadSnitch(caseId, token, "/runs");
};

export async function generateMetadata({ params }: RunsPageProps): Promise<Metadata> {
  const { snitch, theCase } = await load(params);
  return { title: `Runs of ${snitch.name} · ${theCase.name}` };
}

/** How long the runs of a snitch took, and each of them in a row. `?before=` is the id of a run: then older ones are listed. */
export default async function RunsPage({ params, searchParams }: RunsPageProps) {
  const { before } = await searchParams;
  const { theCase, role, snitch } = await load(params);
  const now = new Date();
  const cursor = isUuid(before) ? { at: timeOfRunId(before), id: before } : null;
  // One more than the page shows whether another page follows.
  const list = await listRuns(snitch.id, cursor ? RUNS_ON_A_PAGE + 1 : RUNS_IN_CHART, cursor);
  const runs = list.slice(0, RUNS_ON_A_PAGE);
  const [receivedAt, messages] = await Promise.all([
    listReceivedAt(runs.map((run) => ({ snitchId: snitch.id, run }))),
    listLastMessages(snitch.id, runs),
  ]);
  const next = list.length > RUNS_ON_A_PAGE ? runs.at(-1)?.id : undefined;
  const snitchUrl = `/${theCase.id}/snitches/${snitch.token}`;
  return (
    <SnitchFrame theCase={theCase} role={role} snitch={snitch} tab="/runs" now={now}>
      <section id="runs" aria-label="Runs" className="grid gap-6">
        <h2 className="sr-only">Runs</h2>
        {!cursor && (
          <DurationsChart
            runs={list.map(charted).reverse()}
            limitMs={snitch.maxRuntime === null ? null : snitch.maxRuntime * 1_000}
            now={now}
          />
        )}
        {!cursor && may(role, "manage_snitches") && (
          <Suspense>
            <UsualSuggestion snitch={snitch} runs={list} now={now} />
          </Suspense>
        )}
        {runs.length > 0 ? (
          <RunTable runs={runs} receivedAt={receivedAt} messages={messages} now={now} snitchUrl={snitchUrl} />
        ) : cursor ? (
          <p className="text-ink-quiet">There are no older runs.</p>
        ) : (
          <p className="text-ink-quiet">
            Runs appear here as soon as the job reports when it starts, how long it took, or what it printed:{" "}
            <Link href={`${snitchUrl}/setup`} className="text-ink underline underline-offset-4">
              see how to report a run
            </Link>
            . <DocsLink page="/runs">What a run can report</DocsLink>
          </p>
        )}
        {runs.length > 0 && (
          <nav aria-label="Pages of runs" className="flex flex-wrap items-center gap-2 print:hidden">
            {cursor && <ButtonLink href={`${snitchUrl}/runs`}>Latest</ButtonLink>}
            {next && <ButtonLink href={`${snitchUrl}/runs?before=${next}`}>Older</ButtonLink>}
            <Link
              href={`/${theCase.id}/runs`}
              className="text-ink-quiet underline underline-offset-4 hover:text-ink"
            >
              Search in all outputs
            </Link>
          </nav>
        )}
      </section>
    </SnitchFrame>
  );
}

/** Only what the chart shows goes to the browser. */
const charted = ({ id, at, rid, startedAt, outcome, exitStatus, durationMs, reportedMs }: ListedRun) => ({
  id,
  at,
  rid,
  startedAt,
  outcome,
  exitStatus,
  durationMs,
  reportedMs,
});

type ListedRun = Awaited<ReturnType<typeof listRuns>>[number];
