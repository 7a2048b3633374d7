import type { Metadata } from "next";
import { isLockedOut, signedInUser } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { findLockedCase } from "@/lib/cases/members";
import { listFactors } from "@/lib/people/second-factors/find";
import { isUuid } from "@/lib/rules/uuid";
import { DashboardShell } from "../../dashboard-shell";
import { AccountTabs } from "../tabs";
import { PasskeysSection } from "./passkeys-section";
import { AuthenticatorAppSection, RecoveryCodesSection } from "./sections";

export const metadata: Metadata = { title: "Account security" };

type SecurityPageProps = { searchParams: Promise<{ case?: string | string[] }> };

export default async function SecurityPage({ searchParams }: SecurityPageProps) {
  const user = await signedInUser("/account/security");
  const { case: caseId } = await searchParams;
  const locked = isUuid(caseId) ? await findLockedCase(caseId, user) : null;
  const { appSince, passkeys, recoveryCodes } = await listFactors(user.id);
  return (
    <DashboardShell user={user}>
      <PageHeader title="Your account">
        <span className="wrap-anywhere">{user.email}</span>
      </PageHeader>
      <AccountTabs path="/account/security" />
      {(isLockedOut(user) || locked) && <Required by={locked?.name} />}
      <PasskeysSection user={user} passkeys={passkeys} now={new Date()} />
      <AuthenticatorAppSection since={appSince} />
      {user.secondFactorSince && <RecoveryCodesSection left={recoveryCodes} />}
    </DashboardShell>
  );
}

/** Says why the person sees nothing else. `by`: the case that requires a second factor; absent if the operator does. */
const Required = ({ by }: { by?: string }) => (
  <p role="status" className="mb-6 max-w-prose rounded-md border border-line bg-surface-quiet px-3 py-2">
    <strong className="font-medium wrap-anywhere">{by ?? "This installation"}</strong> requires a second
    factor. Add a passkey or set up an authenticator app, and you see {by ? "the case" : "your cases"} again.
  </p>
);
