"use client";

import { useActionState } from "react";
import { StatefulForm, Submit } from "@/components/ui/form";
import type { FormState } from "@/components/ui/form-state";
import type { Proofs } from "@/lib/people/second-factors/confirm";
import { confirmAction } from "../actions";

/** The fields by which a person shows who they are: the same that any form shows which has to know. */
export function ConfirmForm({ to, proofs }: { to: string; proofs: Proofs }) {
  const [state, submit] = useActionState<FormState, FormData>(confirmAction, { confirm: proofs });
  return (
    <StatefulForm state={state.validations ? state : { confirm: state.confirm ?? proofs }} submit={submit}>
      <input type="hidden" name="to" value={to} />
      {(proofs.password || proofs.code) && (
        <Submit busy="Checking…" className="h-9">
          Confirm
        </Submit>
      )}
    </StatefulForm>
  );
}
