import type { Metadata } from "next";
import { Form, Submit } from "@/components/ui/form";
import { STALE_LINK } from "@/lib/people/users/email-link";
import { findSignInLink } from "@/lib/people/users/magic-link";
import { signInByLinkAction } from "../../../actions";
import { StaleLink } from "../../../stale-link";

export const metadata: Metadata = { title: "Sign in", referrer: "strict-origin" };

/** Signs in by a button, not by opening the page: mail scanners open every link. */
export default async function MagicLinkTokenPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await findSignInLink(token, new Date());
  if (!link) return <StaleLink message={STALE_LINK} href="/sign-in/link" label="Request a new link" />;
  return (
    <>
      <h1 className="text-xl font-semibold">Sign in</h1>
      <p className="text-ink-quiet">
        As <strong className="font-medium wrap-anywhere text-ink">{link.email}</strong>.
      </p>
      <Form action={signInByLinkAction.bind(null, token)}>
        <Submit busy="Signing in…" className="h-9">
          Sign In
        </Submit>
      </Form>
    </>
  );
}
