"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-state";
import { orNothing } from "@/components/ui/or-nothing";
import { openWith } from "@/components/ui/proof-store";
import type { Proofs } from "@/lib/people/second-factors/confirm";
import { hasProof, NO_PROOF } from "./has-proof";

const ProofForm = lazy(() =>
  orNothing(import("./proof-form").then(({ ProofForm }) => ({ default: ProofForm }))),
);

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
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && end(false)}
      title="Confirm it’s you"
      description={
        <p>
          {hasProof(proofs)
            ? "This changes who has access. You won’t be asked again for 15 minutes."
            : NO_PROOF}
        </p>
      }
    >
      {hasProof(proofs) && (
        <Suspense>
          <ProofForm proofs={proofs} confirm={confirm} onConfirmed={() => end(true)} />
        </Suspense>
      )}
    </Dialog>
  );
}
