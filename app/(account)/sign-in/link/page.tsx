import type { Metadata } from "next";
import { requestMagicLinkAction } from "../../actions";
import { EmailForm } from "../../email-form";
import { afterRequest, NoMailServer } from "../../not-sent";
import { leaveIfPasswordsOff } from "../../passwords-off";
import { TextLink } from "../../text-link";

export const metadata: Metadata = { title: "Get a link to sign in" };

export default function MagicLinkPage() {
  leaveIfPasswordsOff();
  return (
    <>
      <h1 className="text-xl font-semibold">Get a link to sign in</h1>
      <NoMailServer />
      <EmailForm
        action={requestMagicLinkAction}
        button={afterRequest("Send Link", "Create Link")}
        sent={afterRequest(
          "If this address has an account, you get a link by email. It works once and expires after 15 minutes.",
          "If this address has an account, a link is kept in the outbox, not sent: no mail server is set up. Ask the operator for it. It works once and expires after 15 minutes.",
        )}
      />
      <p className="text-sm text-ink-quiet">
        <TextLink href="/sign-in">Sign in with your password</TextLink>
      </p>
    </>
  );
}
