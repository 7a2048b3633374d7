import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentOperator } from "@/app/sign-in/session";
import { BackLink } from "@/components/page-header";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { Fact, FactList } from "@/components/ui/fact";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { listCasesWithUserKeys } from "@/lib/cases/keys-of-member";
import { findPersonWithCases } from "@/lib/people/accounts/delete-person";
import { isUuid } from "@/lib/rules/uuid";
import { OperatorFrame } from "../../frame";
import { DeletePerson } from "./delete-person";

export const metadata: Metadata = { title: "A person of this installation" };

export default async function PersonPage({ params }: { params: Promise<{ id: string }> }) {
  const operator = await currentOperator();
  const { id } = await params;
  const person = isUuid(id) ? await findPersonWithCases(id) : null;
  if (!person) notFound();
  const keys = await listCasesWithUserKeys(id, new Date());
  return (
    <OperatorFrame path="/operator/users">
      <BackLink href="/operator/users">People</BackLink>
      <h2 className="pb-4 text-lg font-semibold wrap-anywhere">{person.email}</h2>
      <FactList>
        <Fact label="Address">{person.emailVerifiedAt ? "confirmed" : "not confirmed"}</Fact>
        <Fact label="Since">
          <Time at={person.createdAt} as="date" />
        </Fact>
        <Fact label="Browsers">{person.sessions.toLocaleString("en")} signed in</Fact>
        {person.operatorSince && (
          <Fact label="Operator">
            since <Time at={person.operatorSince} as="date" />
          </Fact>
        )}
      </FactList>
      <Section title="Cases" className="mt-6">
        {person.cases.length === 0 ? (
          <p className="text-ink-quiet">This person isn’t in any case.</p>
        ) : (
          <Table label="Cases" stacks>
            <Head columns={["Name", "Role", "Snitches"]} />
            <tbody>
              {person.cases.map((theCase) => (
                <Row key={theCase.id}>
                  <Cell className="font-medium wrap-anywhere max-sm:basis-full">{theCase.name}</Cell>
                  <Cell className="text-ink-quiet">
                    {theCase.isLastOwner ? "the last owner" : theCase.role}
                  </Cell>
                  <Cell name="snitches" className="tabular-nums">
                    {theCase.snitches.toLocaleString("en")}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
      <DeletePerson person={person} operator={operator} casesWithKeys={keys} />
    </OperatorFrame>
  );
}
