import type { Metadata } from "next";
import Link from "next/link";
import { mailReset } from "../actions";
import { EmailForm } from "../email-form";
import { QUIET_LINK } from "../parts";

export const metadata: Metadata = { title: "Choose a new password" };

export default function PasswordPage() {
  return (
    <>
      <h1 className="text-xl font-semibold">Choose a new password</h1>
      <EmailForm
        action={mailReset}
        button="Send Link"
        sent="If this address has an account, a link is on its way. It works once, for an hour."
      />
      <p className="text-sm text-ink-quiet">
        <Link href="/sign-in" className={QUIET_LINK}>
          Back to signing in
        </Link>
      </p>
    </>
  );
}
