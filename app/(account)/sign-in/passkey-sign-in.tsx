"use client";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { PasskeyForm } from "@/components/passkey-form";
import { askPasskey } from "@/components/passkeys/browser";
import { passkeyOptionsAction, signInWithPasskeyAction } from "../actions";

type PasskeySignInProps = { to: string; options: PublicKeyCredentialRequestOptionsJSON };

/** Signs in with a passkey alone: by a button, or as the browser offers it for the email field. */
export const PasskeySignIn = ({ to, options }: PasskeySignInProps) => (
  <PasskeyForm
    action={signInWithPasskeyAction}
    ask={async () => askPasskey(await passkeyOptionsAction())}
    autofill={options}
    label="Sign In with a Passkey"
    busy="One moment…"
    className="h-9"
  >
    <input type="hidden" name="to" value={to} />
  </PasskeyForm>
);
