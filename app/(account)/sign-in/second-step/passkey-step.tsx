"use client";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { PasskeyForm } from "@/components/passkey-form";
import { askPasskey } from "@/components/passkeys/browser";
import { secondStepByPasskeyAction } from "../../actions";

type PasskeyStepProps = { to: string; options: PublicKeyCredentialRequestOptionsJSON };

/** The second step by a passkey. */
export const PasskeyStep = ({ to, options }: PasskeyStepProps) => (
  <PasskeyForm
    action={secondStepByPasskeyAction}
    ask={() => askPasskey(options)}
    label="Use a Passkey"
    busy="One moment…"
    look="primary"
    className="h-9"
  >
    <input type="hidden" name="to" value={to} />
  </PasskeyForm>
);
