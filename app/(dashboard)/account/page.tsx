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
import { DashboardShell } from "../dashboard-shell";
import { deleteAccountAction, signOutEverywhereAction } from "./actions";
import { EmailSection, PasswordSection, ProvidersSection } from "./sections";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const user = await signedInUser("/account");
  const [hasOldPassword, identities, { toDelete, withoutOwner }] = await Promise.all([
    hasPassword(user.id),
    listIdentities(user.id),
    casesAffectedByDeletion(user.id),
  ]);
  return (
    <DashboardShell user={user}>
      <PageHeader title="Your account">
        <span className="break-all">{user.email}</span>
      </PageHeader>
      <EmailSection user={user} hasPassword={hasOldPassword} />
      <PasswordSection email={user.email} hasPassword={hasOldPassword} />
      {providers.length > 0 && <ProvidersSection identities={identities} />}
      <Section title="Sessions">
        <p className="max-w-prose text-ink-quiet">
          Ends all your sessions, in this browser and in all others.
        </p>
        <Form action={signOutEverywhereAction}>
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
            You run this installation. Before you can delete your account, make another user its operator:{" "}
            <code className="font-mono text-sm">npm run admin -- operator EMAIL</code>
          </p>
        ) : withoutOwner.length > 0 ? (
          <p className="max-w-prose text-ink-quiet">
            You are the last owner of {withoutOwner.map(({ name }) => `“${name}”`).join(", ")}. Make another
            member an owner, or delete the case, before you delete your account.
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
                action={deleteAccountAction}
              >
                {toDelete.length > 0 && (
                  <span className="mb-2 block">
                    You are the only member of {toDelete.map(({ name }) => `“${name}”`).join(", ")}:
                    everything in it is deleted with your account.
                  </span>
                )}
              </ConfirmByTyping>
            </div>
          </>
        )}
      </Section>
    </DashboardShell>
  );
}
