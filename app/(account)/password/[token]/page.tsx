import type { Metadata } from "next";
import { Form, Submit } from "@/components/ui/form";
import { findLink, STALE_LINK } from "@/lib/people/users/email-link";
import { resetPasswordAction } from "../../actions";
import { NewPasswordField, UsernameField } from "../../password-fields";
import { leaveIfPasswordsOff } from "../../passwords-off";
import { StaleLink } from "../../stale-link";

export const metadata: Metadata = { title: "Choose a new password", referrer: "strict-origin" };

export default async function PasswordTokenPage({ params }: { params: Promise<{ token: string }> }) {
  leaveIfPasswordsOff();
  const { token } = await params;
  const link = await findLink("password_reset", token, new Date());
  if (!link) return <StaleLink message={STALE_LINK} href="/password" label="Request a new link" />;
  return (
    <>
      <h1 className="text-xl font-semibold">Choose a new password</h1>
      <p className="text-ink-quiet">
        For <strong className="font-medium wrap-anywhere text-ink">{link.email}</strong>. You are signed out
        everywhere else.
      </p>
      <Form action={resetPasswordAction.bind(null, token)}>
        <UsernameField email={link.email} />
        <NewPasswordField label="New password" />
        <Submit busy="Saving…" className="h-9">
          Save Password and Sign In
        </Submit>
      </Form>
    </>
  );
}
