import { headers } from "next/headers";
import { Confirm } from "@/components/confirm";
import { RelativeTime } from "@/components/relative-time";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { Field } from "@/components/ui/field";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { listFactors } from "@/lib/people/second-factors/find";
import { additionOptions } from "@/lib/people/second-factors/passkey-options";
import type { Owner } from "@/lib/people/second-factors/record";
import { ALLOWS_PASSKEYS, RELYING_PARTY } from "@/lib/people/second-factors/relying-party";
import { formatBrowser } from "../format-browser";
import { removePasskeyAction, renamePasskeyAction } from "./actions";
import { AddPasskey } from "./add-passkey";

type Passkeys = Awaited<ReturnType<typeof listFactors>>["passkeys"];
type PasskeysSectionProps = { user: Owner; passkeys: Passkeys; now: Date };

/** The passkeys of the person, each with its name, which can be changed, and a way to add one. */
export async function PasskeysSection({ user, passkeys, now }: PasskeysSectionProps) {
  return (
    <Section id="passkeys" title="Passkeys">
      <p className="max-w-prose text-ink-quiet">
        A passkey signs you in without a password: with your fingerprint, face or PIN, from this device, your
        phone, a security key or a password manager. It counts as both factors.
      </p>
      {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} now={now} />}
      {ALLOWS_PASSKEYS ? (
        <AddPasskey
          options={await additionOptions(user, now)}
          defaultName={formatBrowser((await headers()).get("user-agent") ?? "")}
        />
      ) : (
        <p className="text-ink-quiet">
          Browsers allow passkeys only with https and a host name, and this installation is at{" "}
          {RELYING_PARTY.origin}.
        </p>
      )}
    </Section>
  );
}

const PasskeyTable = ({ passkeys, now }: { passkeys: Passkeys; now: Date }) => (
  <Table label="Passkeys" stacks>
    <Head columns={["Name", "Last used", "Added"]} actions="Actions" />
    <tbody>
      {passkeys.map(({ id, name, rpId, lastUsedAt, createdAt }) => (
        <Row key={id}>
          <Cell className="min-w-40 max-sm:basis-full">
            <span className="wrap-anywhere">{name}</span>
            {rpId !== RELYING_PARTY.id && (
              <span className="block text-sm text-ink-quiet">Works only at {rpId}</span>
            )}
          </Cell>
          <Cell name="used" className="text-ink-quiet">
            {lastUsedAt ? <RelativeTime at={lastUsedAt} now={now} /> : "never"}
          </Cell>
          <Cell name="since" className="whitespace-nowrap text-ink-quiet">
            <Time at={createdAt} as="date" />
          </Cell>
          <Cell className="text-right whitespace-nowrap">
            <Confirm
              title="Rename the passkey"
              description="Only you see this name. Nothing changes on the device."
              trigger="Rename"
              label={`Rename ${name}`}
              confirm="Rename"
              busy="Saving…"
              action={renamePasskeyAction.bind(null, id)}
            >
              <Field label="Name" name="name" defaultValue={name} maxLength={100} required />
            </Confirm>
            <Confirm
              title={`Remove “${name}”?`}
              description="It no longer signs you in, and all other browsers are signed out. Delete it on the device too, or the device keeps offering it."
              trigger="Remove"
              label={`Remove ${name}`}
              confirm="Remove Passkey"
              busy="Removing…"
              action={removePasskeyAction.bind(null, id)}
            />
          </Cell>
        </Row>
      ))}
    </tbody>
  </Table>
);
