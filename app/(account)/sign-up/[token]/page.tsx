import type { Metadata } from "next";
import { Form, Submit } from "@/components/ui/form";
import { findLink, STALE_LINK } from "@/lib/people/users/email-link";
import { finishSignUpAction } from "../../actions";
import { NewPasswordField, UsernameField } from "../../password-fields";
import { leaveIfPasswordsOff } from "../../passwords-off";
import { StaleLink } from "../../stale-link";

export const metadata: Metadata = { title: "Sign up", referrer: "strict-origin" };

export default async function SignUpTokenPage({ params }: { params: Promise<{ token: string }> }) {
  leaveIfPasswordsOff();
  const { token } = await params;
  const link = await findLink("sign_up", token, new Date());
  if (!link) return <StaleLink message={STALE_LINK} href="/sign-up" label="Request a new link" />;
  return (
    <>
      <h1 className="text-xl font-semibold">Choose a password</h1>
      <p className="text-ink-quiet">
        For <strong className="font-medium wrap-anywhere text-ink">{link.email}</strong>. Then you are done.
      </p>
      <Form action={finishSignUpAction.bind(null, token)}>
        <UsernameField email={link.email} />
        <NewPasswordField />
        <Submit busy="Creating your account…" className="h-9">
          Create Account
        </Submit>
      </Form>
    </>
  );
}
