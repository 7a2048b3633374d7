import type { Metadata } from "next";
import { currentOperator } from "@/app/auth/session";
import { Time } from "@/components/time";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { listAllCases } from "@/lib/cases/list-all";
import { type ListSearchParams, OperatorFrame, Pagination, parseListQuery, SearchForm } from "./frame";
import { Health } from "./health";

export const metadata: Metadata = { title: "Cases of this installation" };

export default async function OperatorPage({ searchParams }: { searchParams: Promise<ListSearchParams> }) {
  await currentOperator();
  const query = parseListQuery(await searchParams);
  const { rows, next } = await listAllCases(query);
  return (
    <OperatorFrame path="/operator">
      <Health />
      <SearchForm path="/operator" label="Search cases" query={query} />
      {rows.length === 0 ? (
        <p className="py-6 text-ink-quiet">No case matches.</p>
      ) : (
        <Table label="Cases" stacks>
          <Head
            columns={["Name", "Plan", "Snitches", "People", "Keys", "Webhooks", "Recipients", "Since", "Id"]}
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
      <Pagination path="/operator" query={query} next={next} />
      <p className="max-w-prose pt-6 text-sm text-ink-quiet">
        Change a plan with <code className="font-mono text-xs">npm run admin -- plan CASE PLAN</code>, hold a
        case with <code className="font-mono text-xs">hold CASE</code> and release it with{" "}
        <code className="font-mono text-xs">release CASE</code>.
      </p>
    </OperatorFrame>
  );
}

const countColumns = (theCase: Awaited<ReturnType<typeof listAllCases>>["rows"][number]) =>
  [
    ["snitches", theCase.snitches],
    ["people", theCase.members],
    ["keys", theCase.apiKeys],
    ["webhooks", theCase.webhooks],
  ] as const;
