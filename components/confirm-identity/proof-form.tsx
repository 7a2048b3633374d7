"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { type FormAction, type FormState, FormStateContext } from "@/components/ui/form-state";
import { ProofFields } from "@/components/ui/proof-fields";
import type { Proofs } from "@/lib/people/second-factors/confirm";

type ProofFormProps = { proofs: Proofs; confirm: FormAction; onConfirmed: () => void };

/** The form of the dialog that asks who the person is. */
export function ProofForm({ proofs, confirm, onConfirmed }: ProofFormProps) {
  const [state, setState] = useState<FormState>({});
  const [isPending, setPending] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const prove = async (form: FormData) => {
    if (isPending) return;
    setPending(true);
    const next = await confirm({}, form).catch(() => UNREACHABLE);
    setPending(false);
    if (next.done) return onConfirmed();
    setState(next);
    ref.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  };
  const send = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void prove(new FormData(event.currentTarget));
  };
  const { error, validations, confirm: again = proofs } = state;
  return (
    <FormStateContext value={state}>
      <form ref={ref} onSubmit={send} noValidate className="grid gap-5">
        {error && !validations && (
          <p role="alert" className="text-sm text-failed">
            {error}
          </p>
        )}
        <ProofFields proofs={again} />
        {(again.password || again.code) && (
          <div>
            <Button type="submit" look="primary" aria-disabled={isPending || undefined}>
              {isPending ? "Checking…" : "Confirm"}
            </Button>
          </div>
        )}
      </form>
    </FormStateContext>
  );
}

const UNREACHABLE: FormState = { error: "Couldn’t connect to Tattle. Try again." };
