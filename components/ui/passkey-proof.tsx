"use client";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useRef, useState } from "react";
import { askPasskey, explainPasskeyError, sendInForm } from "@/components/passkeys/browser";
import { useKnowsPasskeys } from "@/components/passkeys/use-knows-passkeys";
import { Button } from "./button";
import { FieldError } from "./field-error";
import { useFormField } from "./form-state";

/** A button that sends the form around it with the response of a passkey. Without scripts there is none. */
export function PasskeyProof({ options }: { options: PublicKeyCredentialRequestOptionsJSON }) {
  const { error } = useFormField("proof.passkey", "Passkey");
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  if (!useKnowsPasskeys()) return null;
  const prove = async () => {
    setProblem(null);
    try {
      sendInForm(input.current, await askPasskey(options));
    } catch (thrown) {
      setProblem(explainPasskeyError(thrown) ?? "No passkey was used.");
    }
  };
  return (
    <div className="grid justify-items-start gap-1.5">
      <input ref={input} type="hidden" name="proof.passkey" />
      <Button onClick={prove}>Use a Passkey</Button>
      <FieldError id="proof-passkey-error" error={problem ?? error} />
    </div>
  );
}
