import type { Metadata } from "next";
import { ConfirmByTyping } from "@/components/confirm-by-typing";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { Form, Submit } from "@/components/ui/form";
import { casesAffectedByDeletion } from "@/lib/accounts/delete-account";
import { providers } from "@/lib/auth/providers";
import { signedInUser } from "@/lib/auth/session";
import { listIdentities } from "@/lib/users/identities";
import { hasPassword } from "@/lib/users/password";
import { ShellOf } from "../shell";
import { deleteMyAccount, signOutEverywhere } from "./actions";
import { Address, Password, Providers } from "./sections";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const user = await signedInUser("/account");
  const [known, identities, { gone, stuck }] = await Promise.all([
    hasPassword(user.id),
    listIdentities(user.id),
    casesAffectedByDeletion(user.id),
  ]);
  return (
    <ShellOf user={user}>
      <PageHeader title="Your account">
        <span className="break-all">{user.email}</span>
      </PageHeader>
      <Address user={user} known={known} />
      <Password email={user.email} known={known} />
      {providers.length > 0 && <Providers identities={identities} />}
      <Section title="Sessions">
        <p className="max-w-prose text-ink-quiet">
          Ends every session of yours, in this browser and in all others.
        </p>
        <Form action={signOutEverywhere}>
          <div>
            <Submit look="plain" busy="Signing out…">
              Sign Out Everywhere
            </Submit>
          </div>
        </Form>
      </Section>
      <Section title="Delete">
        {user.operatorSince ? (
          <p className="max-w-prose text-ink-quiet">
            You run this installation. Before you can delete your account, make somebody else its operator:{" "}
            <code className="font-mono text-sm">npm run admin -- operator EMAIL</code>
          </p>
        ) : stuck.length > 0 ? (
          <p className="max-w-prose text-ink-quiet">
            You are the last owner of {stuck.map(({ name }) => `“${name}”`).join(", ")}. Make somebody else an
            owner, or delete the case, before you delete your account.
          </p>
        ) : (
          <>
            <p className="max-w-prose text-ink-quiet">
              You leave every case that you belong to. Backups keep your data for 30 days.
            </p>
            <div>
              <ConfirmByTyping
                title="Delete your account?"
                expected={user.email}
                label="E-mail"
                name="email"
                verb="Delete Account"
                action={deleteMyAccount}
              >
                {gone.length > 0 && (
                  <span className="mb-2 block">
                    Nobody else is in {gone.map(({ name }) => `“${name}”`).join(", ")}: what is there goes
                    with your account.
                  </span>
                )}
              </ConfirmByTyping>
            </div>
          </>
        )}
      </Section>
    </ShellOf>
  );
}
