import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { OutcomeBadge } from "@/components/runs/run-outcome";
import { ButtonLink } from "@/components/ui/button";
import { INPUT } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { NoMatch } from "@/components/ui/no-match";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { type FoundRun, searchRuns } from "@/lib/history/search-outputs";
import { isUuid } from "@/lib/rules/uuid";
import { withQuery } from "@/lib/rules/with-query";
import { parseSearch, type Query, valuesIn } from "../(list)/filters";

const RUNS_ON_A_PAGE = 50;

type RunsPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: RunsPageProps): Promise<Metadata> {
  const { theCase } = await currentCase((await params).caseId, "/runs");
  return { title: `Runs · ${theCase.name}` };
}

/** The runs of all snitches, by what they printed: `?q=`. `?before=` is the id of a run: then older ones are listed. */
export default async function RunsPage({ params, searchParams }: RunsPageProps) {
  const { theCase } = await currentCase((await params).caseId, "/runs");
  const query = await searchParams;
  const now = new Date();
  const search = parseSearch(valuesIn(query, "q")[0]);
  const before = isUuid(query.before) ? query.before : null;
  // One more than the page shows whether another page follows.
  const latest = await searchRuns(theCase.id, WHOLE_CASE, { search, before, limit: RUNS_ON_A_PAGE + 1 });
  const runs = latest.slice(0, RUNS_ON_A_PAGE);
  const next = latest.length > RUNS_ON_A_PAGE ? runs.at(-1)?.run.id : undefined;
  const url = `/${theCase.id}/runs`;
  return (
    <>
      <PageHeader title="Runs">What jobs printed in the last 30 days.</PageHeader>
      <search className="pb-4">
        <form action={url}>
          <input
            type="search"
            name="q"
            aria-label="Search in outputs"
            placeholder="Search in outputs…"
            defaultValue={search}
            maxLength={255}
            className={`${INPUT} h-9 max-w-md`}
          />
        </form>
      </search>
      <p role="status" className="sr-only">
        {search && (runs.length === 0 ? "No output contains these words." : `${runs.length} runs found.`)}
      </p>
      {runs.length > 0 ? (
        <Table label="Runs" stacks className="runs">
          <Head columns={["Snitch", "Outcome", "When", "Line"]} />
          <tbody>
            {runs.map((row) => (
              <FoundRow key={row.run.id} {...row} caseId={theCase.id} now={now} />
            ))}
          </tbody>
        </Table>
      ) : (
        <NoMatch>
          {search ? "No output contains these words. " : "No job has printed anything yet."}
          {search && (
            <Link href={url} className="font-medium text-ink underline underline-offset-4">
              Show all runs
            </Link>
          )}
        </NoMatch>
      )}
      {(next || before) && (
        <nav aria-label="Pages of runs" className="flex gap-2 pt-4 print:hidden">
          {before && (
            <ButtonLink href={search ? `${url}?q=${encodeURIComponent(search)}` : url}>Latest</ButtonLink>
          )}
          {next && <ButtonLink href={withQuery(url, { q: search, before: next })}>Older</ButtonLink>}
        </nav>
      )}
    </>
  );
}

const FoundRow = ({ run, snitch, line, caseId, now }: FoundRun & { caseId: string; now: Date }) => (
  <Row>
    <Cell className="min-w-48 font-medium wrap-anywhere">
      <Link href={`/${caseId}/snitches/${snitch.token}/runs/${run.id}`} className="hover:underline">
        <bdi>{snitch.name}</bdi>
      </Link>
    </Cell>
    <Cell>
      <OutcomeBadge outcome={run.outcome} />
    </Cell>
    <Cell className="whitespace-nowrap text-ink-quiet tabular-nums">
      <RelativeTime at={run.at} now={now} />
    </Cell>
    <Cell className="line" title={line}>
      {line}
    </Cell>
  </Row>
);
