"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { type FormAction, type FormState, FormStateContext } from "@/components/ui/form-state";
import type { Proofs } from "@/lib/second-factors/confirm";
import { ProofFields } from "./proof-fields";
import { openWith } from "./store";

type Asked = { proofs: Proofs; resolve: (isConfirmed: boolean) => void };

/**
 * Asks who the person is, while a form waits for it. Its own form is sent without a transition: that of the form which waits would hold
 * back what this one shows.
 */
export function ConfirmIdentity({ confirm }: { confirm: FormAction }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => openWith((proofs) => new Promise((resolve) => setAsked({ proofs, resolve }))), []);
  if (!asked) return null;
  const end = (isConfirmed: boolean) => {
    setAsked(null);
    asked.resolve(isConfirmed);
  };
  const { proofs } = asked;
  const hasProof = proofs.password || proofs.code || proofs.passkey !== null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && end(false)}
      title="Confirm it is you"
      description={
        <p>
          {hasProof
            ? "This changes who can see or do something. You are not asked again for 15 minutes."
            : "You have no password and no passkey: sign out, sign in again with an e-mailed link or a provider, and come back within 15 minutes."}
        </p>
      }
    >
      {hasProof && <ProofForm proofs={proofs} confirm={confirm} onConfirmed={() => end(true)} />}
    </Dialog>
  );
}

type ProofFormProps = { proofs: Proofs; confirm: FormAction; onConfirmed: () => void };

function ProofForm({ proofs, confirm, onConfirmed }: ProofFormProps) {
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

const UNREACHABLE: FormState = { error: "Tattle could not be reached. Try again." };
