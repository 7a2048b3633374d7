"use client";

import { type FormState, StatefulForm, Submit, useForm } from "@/components/ui/form";
import { renewCodesAction } from "./actions";
import { RecoveryCodeList } from "./recovery-code-list";

type CodesState = FormState & { result?: { codes: string[] } };

/** Makes new recovery codes, and shows them once. */
export function RenewCodes() {
  const [state, submit] = useForm<CodesState>(renewCodesAction);
  return (
    <>
      {state.result && <RecoveryCodeList key={state.result.codes[0]} codes={state.result.codes} />}
      <StatefulForm state={state} submit={submit}>
        <div>
          <Submit look="plain" busy="Creating…">
            Create New Codes
          </Submit>
        </div>
      </StatefulForm>
    </>
  );
}
