import type { Metadata } from "next";
import { requestPasswordResetAction } from "../actions";
import { EmailForm } from "../email-form";
import { TextLink } from "../text-link";

export const metadata: Metadata = { title: "Choose a new password" };

export default function PasswordPage() {
  return (
    <>
      <h1 className="text-xl font-semibold">Choose a new password</h1>
      <EmailForm
        action={requestPasswordResetAction}
        button="Send Link"
        sent="If this address has an account, you get a link by e-mail. It works once and expires after an hour."
      />
      <p className="text-sm text-ink-quiet">
        <TextLink href="/sign-in">Back to signing in</TextLink>
      </p>
    </>
  );
}
