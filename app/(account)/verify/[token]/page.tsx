import type { Metadata } from "next";
import { signedInUser } from "@/app/sign-in/session";
import { Form, Submit } from "@/components/ui/form";
import { findLink, STALE_LINK } from "@/lib/people/users/email-link";
import { verifyEmailAction } from "../../actions";
import { StaleLink } from "../../stale-link";

export const metadata: Metadata = { title: "Confirm your address", referrer: "strict-origin" };

export default async function VerifyPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  await signedInUser(`/verify/${token}`);
  const link = await findLink("verification", token, new Date());
  if (!link) return <StaleLink message={STALE_LINK} href="/account" label="Go to your account" />;
  return (
    <>
      <h1 className="text-xl font-semibold">Confirm your address</h1>
      <p className="text-ink-quiet">
        Confirm that <strong className="font-medium wrap-anywhere text-ink">{link.email}</strong> is yours, so
        that alerts can be sent to it.
      </p>
      <Form action={verifyEmailAction.bind(null, token)}>
        <Submit busy="Confirming…" className="h-9">
          Confirm Address
        </Submit>
      </Form>
    </>
  );
}
