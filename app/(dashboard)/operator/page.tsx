import type { Metadata } from "next";
import { currentOperator } from "@/app/sign-in/session";
import { Time } from "@/components/time";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { type CaseSummary, type ListQuery, listAllCases } from "@/lib/cases/list-all";
import { listBusiestCases } from "@/lib/cases/list-busiest";
import { type ListSearchParams, OperatorFrame, Pagination, parseListQuery, SearchForm } from "./frame";
import { Health } from "./health";

export const metadata: Metadata = { title: "Cases of this installation" };

export default async function OperatorPage({ searchParams }: { searchParams: Promise<ListSearchParams> }) {
  await currentOperator();
  const params = await searchParams;
  const query = parseListQuery(params);
  const isByLoad = params.sort === "check-ins";
  const { rows, next, isEstimate } = isByLoad ? await listByLoad(params) : await listByAge(query);
  return (
    <OperatorFrame path="/operator">
      <Health />
      <SearchForm path="/operator" label="Search cases" query={query}>
        {isByLoad && <input type="hidden" name="sort" value="check-ins" />}
      </SearchForm>
      <p className="pb-2 text-sm text-ink-quiet">
        {isByLoad ? (
          <>
            By check-ins in the last 24 hours{isEstimate && ", estimated from a sample"}.{" "}
            <Link href={hrefOf({ search: query.search })} className="underline underline-offset-4">
              Oldest first
            </Link>
          </>
        ) : (
          <>
            Oldest first.{" "}
            <Link
              href={hrefOf({ search: query.search, sort: "check-ins" })}
              className="underline underline-offset-4"
            >
              Most check-ins first
            </Link>
          </>
        )}
      </p>
      {rows.length === 0 ? (
        <p className="py-6 text-ink-quiet">No case matches.</p>
      ) : (
        <Table label="Cases" stacks>
          <Head
            columns={[
              "Name",
              "Plan",
              ...(isByLoad ? ["Check-ins, 24 h"] : []),
              "Snitches",
              "People",
              "Keys",
              "Webhooks",
              "Recipients",
              "Since",
              "Id",
            ]}
          />
          <tbody>
            {rows.map((theCase) => (
              <Row key={theCase.id}>
                <Cell className="max-w-56 min-w-32 font-medium wrap-anywhere max-sm:basis-full">
                  {theCase.name}
                </Cell>
                <Cell className="whitespace-nowrap text-ink-quiet capitalize">
                  {theCase.plan}
                  {theCase.onHoldAt && (
                    <span className="block text-xs text-failed normal-case">
                      on hold since <Time at={theCase.onHoldAt} as="date" />
                    </span>
                  )}
                </Cell>
                {theCase.checkIns !== undefined && (
                  <Cell name="check-ins in 24 h" className="font-medium whitespace-nowrap tabular-nums">
                    {isEstimate && "≈ "}
                    {theCase.checkIns.toLocaleString("en")}
                  </Cell>
                )}
                {countColumns(theCase).map(([name, count]) => (
                  <Cell key={name} name={name} className="tabular-nums">
                    {count.toLocaleString("en")}
                  </Cell>
                ))}
                <Cell name="recipients" className="whitespace-nowrap tabular-nums">
                  {theCase.recipients.toLocaleString("en")}
                  {theCase.leftRecipients > 0 && (
                    <span className="text-errored">
                      {" "}
                      ({theCase.leftRecipients.toLocaleString("en")} left)
                    </span>
                  )}
                </Cell>
                <Cell name="since" className="whitespace-nowrap text-ink-quiet">
                  <Time at={theCase.createdAt} as="date" />
                </Cell>
                <Cell className="font-mono text-xs text-ink-quiet">{theCase.id}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      {isByLoad ? (
        <LoadPages search={query.search} page={pageIn(params)} hasMore={next !== null} />
      ) : (
        <Pagination path="/operator" query={query} next={next} />
      )}
      <p className="max-w-prose pt-6 text-sm text-ink-quiet">
        Change a plan with <code className="font-mono text-xs">npm run admin -- plan CASE PLAN</code>, hold a
        case with <code className="font-mono text-xs">hold CASE</code> and release it with{" "}
        <code className="font-mono text-xs">release CASE</code>.
      </p>
    </OperatorFrame>
  );
}

type Listed = {
  rows: (CaseSummary & { checkIns?: number })[];
  next: string | null;
  /** Whether the check-ins are projected from a part of them. */
  isEstimate: boolean;
};

const listByAge = async (query: ListQuery): Promise<Listed> => ({
  ...(await listAllCases(query)),
  isEstimate: false,
});

/** By load, `next` is the number of the next page: the order changes all the time, so no case can mark a place in it. */
async function listByLoad(params: ListSearchParams): Promise<Listed> {
  const page = pageIn(params);
  const { search } = parseListQuery(params);
  const { hasMore, ...listed } = await listBusiestCases({ search, page }, new Date());
  return { ...listed, next: hasMore ? `${page + 1}` : null };
}

/** The number of the page, from 1 on. */
function pageIn({ page }: ListSearchParams): number {
  return typeof page === "string" && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

function hrefOf(query: Record<string, string | undefined>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? `/operator?${new URLSearchParams(set)}` : "/operator";
}

function LoadPages({ search, page, hasMore }: { search?: string; page: number; hasMore: boolean }) {
  if (page === 1 && !hasMore) return null;
  const href = (number: number) => hrefOf({ search, sort: "check-ins", page: number > 1 ? `${number}` : "" });
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
      {page > 1 && <ButtonLink href={href(page - 1)}>Previous</ButtonLink>}
      {hasMore && <ButtonLink href={href(page + 1)}>Next</ButtonLink>}
    </nav>
  );
}

const countColumns = (theCase: CaseSummary) =>
  [
    ["snitches", theCase.snitches],
    ["people", theCase.members],
    ["keys", theCase.apiKeys],
    ["webhooks", theCase.webhooks],
  ] as const;
