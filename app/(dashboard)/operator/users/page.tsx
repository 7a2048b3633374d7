import type { Metadata } from "next";
import { dateInUtc } from "@/components/time-in-words";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { currentOperator } from "@/lib/auth/session";
import { listAllUsers } from "@/lib/cases/list-all";
import { OperatorFrame, SurveyPages, type SurveySearch, SurveySearchForm, surveyIn } from "../frame";

export const metadata: Metadata = { title: "People of this installation" };

export default async function UsersPage({ searchParams }: { searchParams: Promise<SurveySearch> }) {
  const user = await currentOperator();
  const survey = surveyIn(await searchParams);
  const { rows, next } = await listAllUsers(survey);
  return (
    <OperatorFrame user={user} here="/operator/users">
      <SurveySearchForm here="/operator/users" label="Search people" survey={survey} />
      {rows.length === 0 ? (
        <p className="py-6 text-ink-quiet">Nobody like that.</p>
      ) : (
        <Table label="People" stacks>
          <Head columns={["E-mail", "Address", "Cases", "Since", "Operator"]} />
          <tbody>
            {rows.map((person) => (
              <Row key={person.id}>
                <Cell className="min-w-48 font-medium break-all max-sm:basis-full">{person.email}</Cell>
                <Cell className="text-ink-quiet">
                  {person.emailVerifiedAt ? "confirmed" : "not confirmed"}
                </Cell>
                <Cell name="cases" className="tabular-nums">
                  {person.cases.toLocaleString("en")}
                </Cell>
                <Cell name="since" className="whitespace-nowrap text-ink-quiet">
                  {dateInUtc(person.createdAt)}
                </Cell>
                <Cell name="operator" className="whitespace-nowrap text-ink-quiet">
                  {person.operatorSince ? `since ${dateInUtc(person.operatorSince)}` : "–"}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <SurveyPages here="/operator/users" survey={survey} next={next} />
    </OperatorFrame>
  );
}
