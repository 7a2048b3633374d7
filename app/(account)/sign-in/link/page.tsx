import type { Metadata } from "next";
import Link from "next/link";
import { mailLink } from "../../actions";
import { EmailForm } from "../../email-form";
import { QUIET_LINK } from "../../parts";

export const metadata: Metadata = { title: "Get a link to sign in" };

export default function MagicLinkPage() {
  return (
    <>
      <h1 className="text-xl font-semibold">Get a link to sign in</h1>
      <EmailForm
        action={mailLink}
        button="Send Link"
        sent="If this address has an account, a link is on its way. It works once, for 15 minutes."
      />
      <p className="text-sm text-ink-quiet">
        <Link href="/sign-in" className={QUIET_LINK}>
          Sign in with your password
        </Link>
      </p>
    </>
  );
}
