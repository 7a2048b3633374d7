import type { Metadata } from "next";
import { signedInUser } from "@/app/auth/session";
import { PageHeader } from "@/components/page-header";
import { listFactors } from "@/lib/second-factors/find";
import { DashboardShell } from "../../dashboard-shell";
import { AccountTabs } from "../tabs";
import { AuthenticatorAppSection, RecoveryCodesSection } from "./sections";

export const metadata: Metadata = { title: "Account security" };

export default async function SecurityPage() {
  const user = await signedInUser("/account/security");
  const { appSince, recoveryCodes } = await listFactors(user.id);
  return (
    <DashboardShell user={user}>
      <PageHeader title="Your account">
        <span className="wrap-anywhere">{user.email}</span>
      </PageHeader>
      <AccountTabs path="/account/security" />
      <AuthenticatorAppSection since={appSince} />
      {user.secondFactorSince && <RecoveryCodesSection left={recoveryCodes} />}
    </DashboardShell>
  );
}
