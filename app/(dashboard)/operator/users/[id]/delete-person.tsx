import { Section } from "@/components/section";
import { Field, SelectField } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import type { findPersonWithCases } from "@/lib/people/accounts/delete-person";
import type { Person } from "@/lib/people/users/find";
import { formatCount } from "@/lib/rules/format-count";
import { deletePersonAction } from "./actions";

type PersonWithCases = NonNullable<Awaited<ReturnType<typeof findPersonWithCases>>>;

type DeletePersonProps = {
  person: PersonWithCases;
  operator: Person;
  /** The cases in which API keys of the person work. */
  casesWithKeys: { name: string }[];
};

/** Deletes the account, after the operator has decided about each case that would have no owner; or says why it cannot be. */
export function DeletePerson({ person, operator, casesWithKeys }: DeletePersonProps) {
  const reason = reasonAgainst(person, operator);
  const ownerless = person.cases.filter(({ isLastOwner }) => isLastOwner);
  return (
    <Section id="delete" title="Delete this person">
      {reason ? (
        <p className="max-w-prose text-ink-quiet">{reason}</p>
      ) : (
        <>
          <ul className="grid max-w-prose list-disc gap-1 pl-5 text-ink-quiet">
            <li>
              {person.email} is signed out everywhere immediately, leaves every case and gets no more
              notifications.
            </li>
            <li>Their password, connected accounts, saved views and browsers are deleted.</li>
            <li>
              Snitches, channels and history belong to cases, and stay with them. Audit logs keep the address.
            </li>
            {casesWithKeys.length > 0 && (
              <li>
                API keys that they created in {casesWithKeys.map(({ name }) => `“${name}”`).join(", ")} keep
                working. The members can revoke them.
              </li>
            )}
            <li>Backups keep all of it for 30 days.</li>
          </ul>
          <Form action={deletePersonAction.bind(null, person.id)} className="grid max-w-md gap-5">
            {ownerless.map((theCase) => (
              <OwnerlessCase key={theCase.id} theCase={theCase} operator={operator} />
            ))}
            <Field
              label="Email"
              name="email"
              autoComplete="off"
              hint={`Type ${person.email} to confirm.`}
              required
            />
            <div>
              <Submit look="danger" busy="Deleting…">
                Delete Person
              </Submit>
            </div>
          </Form>
        </>
      )}
    </Section>
  );
}

function reasonAgainst(person: PersonWithCases, operator: Person): React.ReactNode {
  if (person.id === operator.id)
    return (
      <>
        You run this installation, so your account cannot be deleted here. Make another person the operator
        first: <code className="font-mono text-sm">npm run admin -- operator EMAIL</code>
      </>
    );
  return null;
}

type OwnerlessCaseProps = { theCase: PersonWithCases["cases"][number]; operator: Person };

function OwnerlessCase({ theCase: { id, name, snitches, others }, operator }: OwnerlessCaseProps) {
  const count = formatCount(snitches, "snitch", "snitches");
  const isMember = others.some((other) => other.id === operator.id);
  return (
    <SelectField
      name={`case.${id}`}
      label={`What to do with “${name}”`}
      value=""
      hint={`It has ${count}, and no other owner.`}
      choices={[
        { value: "", label: "Choose…" },
        ...others.map(({ id: ownerId, email, role }) => ({
          value: ownerId,
          label: `Hand it over to ${email} (${role})`,
        })),
        ...(isMember ? [] : [{ value: operator.id, label: `Hand it over to me, ${operator.email}` }]),
        { value: "delete", label: `Delete it with ${count} and all history` },
      ]}
    />
  );
}
