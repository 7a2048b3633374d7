import type { Metadata } from "next";
import { ConfirmByTyping } from "@/components/confirm-by-typing";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { casesAffectedByDeletion } from "@/lib/accounts/delete-account";
import { providers } from "@/lib/auth/providers";
import { currentSession, signedInUser } from "@/lib/auth/session";
import { listIdentities } from "@/lib/users/identities";
import { hasPassword } from "@/lib/users/password";
import { listSessions } from "@/lib/users/sessions";
import { DashboardShell } from "../dashboard-shell";
import { deleteAccountAction } from "./actions";
import { EmailSection, PasswordSection, ProvidersSection } from "./sections";
import { SessionsSection } from "./sessions-section";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const user = await signedInUser("/account");
  const now = new Date();
  const [hasOldPassword, identities, { toDelete, withoutOwner }, session, sessions] = await Promise.all([
    hasPassword(user.id),
    listIdentities(user.id),
    casesAffectedByDeletion(user.id),
    currentSession(),
    listSessions(user.id, now),
  ]);
  return (
    <DashboardShell user={user}>
      <PageHeader title="Your account">
        <span className="break-all">{user.email}</span>
      </PageHeader>
      <EmailSection user={user} hasPassword={hasOldPassword} />
      <PasswordSection email={user.email} hasPassword={hasOldPassword} />
      {providers.length > 0 && <ProvidersSection identities={identities} />}
      <SessionsSection sessions={sessions} currentId={session?.id} now={now} />
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
