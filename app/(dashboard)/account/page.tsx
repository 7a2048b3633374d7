import type { Metadata } from "next";
import { providers } from "@/app/sign-in/providers";
import { currentSession, signedInUser } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { listIdentities } from "@/lib/people/users/identities";
import { hasPassword } from "@/lib/people/users/password";
import { arePasswordsOff } from "@/lib/people/users/passwords-off";
import { listSessions } from "@/lib/people/users/sessions";
import { DashboardShell } from "../dashboard-shell";
import { DeleteSection } from "./delete-section";
import { DisplaySection } from "./display-section";
import { EmailSection, PasswordSection, ProvidersSection } from "./sections";
import { SessionsSection } from "./sessions-section";
import { AccountTabs } from "./tabs";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const user = await signedInUser("/account");
  const now = new Date();
  const [hasOldPassword, identities, session, sessions] = await Promise.all([
    hasPassword(user.id),
    listIdentities(user.id),
    currentSession(),
    listSessions(user.id, now),
  ]);
  return (
    <DashboardShell user={user}>
      <PageHeader title="Your account">
        <span className="wrap-anywhere">{user.email}</span>
      </PageHeader>
      <AccountTabs path="/account" />
      <DisplaySection preferences={user.preferences} />
      <EmailSection user={user} />
      {!arePasswordsOff() && <PasswordSection email={user.email} hasPassword={hasOldPassword} />}
      {providers.length > 0 && <ProvidersSection identities={identities} />}
      <SessionsSection sessions={sessions} currentId={session?.id} now={now} />
      <DeleteSection user={user} now={now} />
    </DashboardShell>
  );
}
