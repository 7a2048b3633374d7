import type { Metadata } from "next";
import { currentOperator } from "@/app/sign-in/session";
import { Time } from "@/components/time";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { listAllUsers } from "@/lib/cases/list-all";
import { type ListSearchParams, OperatorFrame, Pagination, parseListQuery, SearchForm } from "../frame";

export const metadata: Metadata = { title: "People of this installation" };

export default async function UsersPage({ searchParams }: { searchParams: Promise<ListSearchParams> }) {
  await currentOperator();
  const query = parseListQuery(await searchParams);
  const { rows, next } = await listAllUsers(query);
  return (
    <OperatorFrame path="/operator/users">
      <SearchForm path="/operator/users" label="Search people" query={query} />
      {rows.length === 0 ? (
        <p className="py-6 text-ink-quiet">No user matches.</p>
      ) : (
        <Table label="People" stacks>
          <Head columns={["Email", "Address", "Cases", "Since", "Operator"]} />
          <tbody>
            {rows.map((person) => (
              <Row key={person.id}>
                <Cell className="min-w-48 font-medium wrap-anywhere max-sm:basis-full">
                  <Link href={`/operator/users/${person.id}`} className="hover:underline">
                    {person.email}
                  </Link>
                </Cell>
                <Cell className="text-ink-quiet">
                  {person.emailVerifiedAt ? "confirmed" : "not confirmed"}
                </Cell>
                <Cell name="cases" className="tabular-nums">
                  {person.cases.toLocaleString("en")}
                </Cell>
                <Cell name="since" className="whitespace-nowrap text-ink-quiet">
                  <Time at={person.createdAt} as="date" />
                </Cell>
                <Cell name="operator" className="whitespace-nowrap text-ink-quiet">
                  {person.operatorSince ? (
                    <>
                      since <Time at={person.operatorSince} as="date" />
                    </>
                  ) : (
                    "–"
                  )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <Pagination path="/operator/users" query={query} next={next} />
    </OperatorFrame>
  );
}
