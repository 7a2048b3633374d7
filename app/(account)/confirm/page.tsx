import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { safeRedirect } from "@/app/sign-in/safe-redirect";
import { currentSession, signedInUser } from "@/app/sign-in/session";
import { hasProof, NO_PROOF } from "@/components/confirm-identity/has-proof";
import { isConfirmed, listProofs } from "@/lib/people/second-factors/confirm";
import { TextLink } from "../text-link";
import { ConfirmForm } from "./confirm-form";

export const metadata: Metadata = { title: "Confirm it’s you" };

type ConfirmPageProps = { searchParams: Promise<{ to?: string; asked?: string }> };

/** Asks who the person is before a page or a file that is shown only to them. */
export default async function ConfirmPage({ searchParams }: ConfirmPageProps) {
  const { to: wanted, asked } = await searchParams;
  const to = safeRedirect(wanted);
  const user = await signedInUser(`/confirm?to=${encodeURIComponent(to)}`);
  const now = new Date();
  if (isConfirmed(user, now)) redirect(to);
  const session = await currentSession();
  const proofs = await listProofs(user.id, session?.id ?? "", now);
  return (
    <>
      <h1 className="text-xl font-semibold">Confirm it’s you</h1>
      <p className="text-ink-quiet">
        {hasProof(proofs)
          ? "The next page is only for you. You won’t be asked again for 15 minutes."
          : NO_PROOF}
      </p>
      {asked !== undefined && proofs.issuer && (
        <p role="alert" className="text-sm text-failed">
          {proofs.issuer} didn’t ask you to sign in again, or didn’t confirm that it did. Try again, or ask
          the operator of this server.
        </p>
      )}
      {hasProof(proofs) && <ConfirmForm to={to} proofs={proofs} />}
      <p className="text-sm text-ink-quiet">
        <TextLink href="/">Back to your snitches</TextLink>
      </p>
    </>
  );
}
