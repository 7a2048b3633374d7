import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentSession, signedInUser } from "@/app/auth/session";
import { isConfirmed, listProofs } from "@/lib/second-factors/confirm";
import { safeRedirect } from "../safe-redirect";
import { TextLink } from "../text-link";
import { ConfirmForm } from "./confirm-form";

export const metadata: Metadata = { title: "Confirm it is you" };

type ConfirmPageProps = { searchParams: Promise<{ to?: string }> };

/** Asks who the person is before a page or a file that is shown only to them. */
export default async function ConfirmPage({ searchParams }: ConfirmPageProps) {
  const to = safeRedirect((await searchParams).to);
  const user = await signedInUser(`/confirm?to=${encodeURIComponent(to)}`);
  const now = new Date();
  if (isConfirmed(user, now)) redirect(to);
  const session = await currentSession();
  const proofs = await listProofs(user.id, session?.id ?? "", now);
  const hasProof = proofs.password || proofs.code || proofs.passkey;
  return (
    <>
      <h1 className="text-xl font-semibold">Confirm it is you</h1>
      <p className="text-ink-quiet">
        {hasProof
          ? "What comes next is shown only to you. You are not asked again for 15 minutes."
          : "You have no password and no passkey: sign out, sign in again with an e-mailed link or a provider, and come back within 15 minutes."}
      </p>
      {hasProof && <ConfirmForm to={to} proofs={proofs} />}
      <p className="text-sm text-ink-quiet">
        <TextLink href="/">Back to your snitches</TextLink>
      </p>
    </>
  );
}
