import type { Metadata } from "next";
import { requestPasswordResetAction } from "../actions";
import { EmailForm } from "../email-form";
import { afterRequest, NoMailServer } from "../not-sent";
import { leaveIfPasswordsOff } from "../passwords-off";
import { TextLink } from "../text-link";

export const metadata: Metadata = { title: "Choose a new password" };

export default function PasswordPage() {
  leaveIfPasswordsOff();
  return (
    <>
      <h1 className="text-xl font-semibold">Choose a new password</h1>
      <NoMailServer />
      <EmailForm
        action={requestPasswordResetAction}
        button={afterRequest("Send Link", "Create Link")}
        sent={afterRequest(
          "If this address has an account, you get a link by email. It works once and expires after an hour.",
          "If this address has an account, a link is kept in the outbox, not sent: no mail server is set up. Ask the operator for it. It works once and expires after an hour.",
        )}
      />
      <p className="text-sm text-ink-quiet">
        <TextLink href="/sign-in">Back to signing in</TextLink>
      </p>
    </>
  );
}
