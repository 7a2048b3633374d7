import type { Metadata } from "next";
import { currentOperator } from "@/app/sign-in/session";
import { Live } from "@/components/live";
import { Empty } from "@/components/page-header";
import { Button, ButtonLink } from "@/components/ui/button";
import { INPUT } from "@/components/ui/input";
import { listStuck, STUCK_KINDS, type StuckQuery } from "@/lib/delivery/list-stuck";
import { type ListSearchParams, OperatorFrame, parseListQuery } from "../frame";
import { tryAgainAction } from "./actions";
import { RetryForm } from "./retry-form";
import { StuckTable } from "./stuck-table";

export const metadata: Metadata = { title: "Stuck messages of this installation" };

const PATH = "/operator/deliveries";

export default async function DeliveriesPage({ searchParams }: { searchParams: Promise<ListSearchParams> }) {
  await currentOperator();
  const params = await searchParams;
  const kind = STUCK_KINDS.find((one) => one.kind === params.kind)?.kind;
  const query: StuckQuery = { ...parseListQuery(params), kind };
  const now = new Date();
  const { messages, next } = await listStuck(query, now);
  const isFiltered = Boolean(query.search || query.kind || query.after);
  return (
    <OperatorFrame path={PATH}>
      <p className="max-w-prose pb-4 text-ink-quiet">
        Emails and deliveries of all cases that failed permanently in the last 30 days, or have waited for
        more than 15 minutes. Tattle tries each twelve times within a day.
      </p>
      {(messages.length > 0 || isFiltered) && <Filter query={query} />}
      {messages.length === 0 ? (
        <Empty title={isFiltered ? "No message matches" : "Nothing is stuck"}>
          {isFiltered ? (
            <ButtonLink href={PATH}>Clear Filter</ButtonLink>
          ) : (
            <p>Every message arrived, or is on its way.</p>
          )}
        </Empty>
      ) : (
        <RetryForm send={tryAgainAction}>
          <StuckTable messages={messages} now={now} caseHref={(name) => hrefOf({ kind, search: name })} />
        </RetryForm>
      )}
      {(next || query.after) && (
        <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
          {query.after && <ButtonLink href={hrefOf({ ...query, after: undefined })}>First</ButtonLink>}
          {next && <ButtonLink href={hrefOf({ ...query, after: next })}>Next</ButtonLink>}
        </nav>
      )}
      <Live everySeconds={15} />
    </OperatorFrame>
  );
}

function hrefOf(query: StuckQuery): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? `${PATH}?${new URLSearchParams(set)}` : PATH;
}

const Filter = ({ query }: { query: StuckQuery }) => (
  <search>
    <form action={PATH} className="flex flex-wrap gap-2 pb-4">
      <div className="w-60">
        <input
          name="search"
          type="search"
          aria-label="Case"
          placeholder="Case…"
          defaultValue={query.search}
          className={`${INPUT} h-9`}
        />
      </div>
      <div className="w-48">
        <select name="kind" aria-label="Kind" defaultValue={query.kind ?? ""} className={`${INPUT} h-9 pr-8`}>
          <option value="">All kinds</option>
          {STUCK_KINDS.map(({ kind, label }) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" className="h-9">
        Filter
      </Button>
    </form>
  </search>
);
