"use client";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { type FormAction, StatefulForm, useForm } from "@/components/ui/form";
import { explainPasskeyError, offerInAutofill, sendInForm, stopOffering } from "./passkeys/browser";
import { useKnowsPasskeys } from "./passkeys/use-knows-passkeys";

type PasskeyFormProps = {
  action: FormAction;
  /** Gets the response of a passkey, as JSON. */
  ask: () => Promise<string>;
  label: string;
  busy: string;
  look?: "plain" | "primary";
  className?: string;
  children?: React.ReactNode;
  /** Given if the browser may offer passkeys in the list of the email field, too. */
  autofill?: PublicKeyCredentialRequestOptionsJSON;
};

/** A form that a passkey responds. Without scripts, or in a browser without passkeys, there is nothing. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { action, ask, label, busy, look = "plain", className, children, autofill } = props;
  const [state, submit, isPending] = useForm(action);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const knowsPasskeys = useKnowsPasskeys();
  useEffect(() => {
    if (!autofill || !knowsPasskeys) return;
    offerInAutofill(autofill).then(
      (assertion) => assertion && sendInForm(input.current, assertion),
      () => {},
    );
    return () => void stopOffering();
  }, [autofill, knowsPasskeys]);
  if (!knowsPasskeys) return null;

  const start = async () => {
    if (isAsking || isPending) return;
    setProblem(null);
    setAsking(true);
    try {
      sendInForm(input.current, await ask());
    } catch (error) {
      setProblem(explainPasskeyError(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <StatefulForm state={problem ? { error: problem } : state} submit={submit} className="grid gap-3">
      <input ref={input} type="hidden" name="passkey" />
      {children}
      <Button
        look={look}
        onClick={start}
        aria-disabled={isAsking || isPending || undefined}
        className={className}
      >
        {isAsking || isPending ? busy : label}
      </Button>
    </StatefulForm>
  );
}
