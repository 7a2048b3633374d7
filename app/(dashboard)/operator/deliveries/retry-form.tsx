"use client";

import { useActionState } from "react";
import { type FormState, StatefulForm, Submit } from "@/components/ui/form";
import type { TriedAgain } from "@/lib/delivery/try-again";

type RetryState = FormState & { result?: TriedAgain };

type RetryFormProps = {
  send: (previous: RetryState, form: FormData) => Promise<RetryState>;
  /** The table with its boxes. */
  children: React.ReactNode;
};

/** Sends the chosen messages of a table again, and says of how many it could not. */
export function RetryForm({ send, children }: RetryFormProps) {
  const [state, submit] = useActionState(send, {});
  return (
    <StatefulForm state={state} submit={submit} className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Submit look="plain" busy="Trying…">
          Retry Selected
        </Submit>
        <Submit look="bare" name="all" value="yes" busy="Trying…">
          Retry All on This Page
        </Submit>
        <p role="status" className="text-sm text-ink-quiet">
          {state.result && sentence(state.result)}
        </p>
      </div>
      {children}
    </StatefulForm>
  );
}

function sentence({ due, left }: TriedAgain): string {
  const tried = due === 1 ? "Retrying 1 message." : `Retrying ${due} messages.`;
  if (left === 0) return tried;
  return `${tried} ${left === 1 ? "1 was skipped" : `${left} were skipped`}: sent meanwhile, or as its row says.`;
}
