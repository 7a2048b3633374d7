"use client";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { explainPasskeyError, makePasskey } from "@/components/passkeys/browser";
import { useKnowsPasskeys } from "@/components/passkeys/use-knows-passkeys";
import { Field } from "@/components/ui/field";
import { type FormState, StatefulForm, Submit, useForm } from "@/components/ui/form";
import { addPasskeyAction } from "./actions";
import { RecoveryCodeList } from "./recovery-code-list";

type AddedState = FormState & { result?: { codes: string[] | null } };

type AddPasskeyProps = { options: PublicKeyCredentialCreationOptionsJSON; defaultName: string };

/** Adds a passkey: the browser asks where to keep it. Then it shows the recovery codes, if it is the first factor. */
export function AddPasskey({ options, defaultName }: AddPasskeyProps) {
  const [state, submit] = useForm<AddedState>(async (previous, form) => {
    try {
      // Sent again after a confirmation, it has the passkey already.
      if (!form.get("passkey")) form.set("passkey", await makePasskey(options));
    } catch (error) {
      return {
        error: explainPasskeyError(error) ?? "No passkey was added.",
        values: { name: String(form.get("name")) },
      };
    }
    return addPasskeyAction(previous, form);
  });
  if (!useKnowsPasskeys()) return <p className="text-ink-quiet">This browser doesn’t support passkeys.</p>;
  return (
    <>
      {state.result && (
        <p role="status" className="font-medium">
          Passkey added.
        </p>
      )}
      {state.result?.codes && <RecoveryCodeList codes={state.result.codes} />}
      <StatefulForm state={state} submit={submit} className="grid max-w-md gap-5">
        <Field
          key={state.result ? "next" : "first"}
          label="Name"
          name="name"
          defaultValue={defaultName}
          hint="A name you’ll recognize, such as the device or password manager."
          maxLength={100}
          required
        />
        <div>
          <Submit busy="Adding…">Add a Passkey</Submit>
        </div>
      </StatefulForm>
    </>
  );
}
