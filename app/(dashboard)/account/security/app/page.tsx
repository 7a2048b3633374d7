import type { Metadata } from "next";
import { signedInUser } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { QrCode } from "@/components/ui/qr-code";
import { findSetUp } from "@/lib/people/second-factors/authenticator-app";
import { DashboardShell } from "../../../dashboard-shell";
import { SetUpApp } from "./set-up-app";

export const metadata: Metadata = { title: "Set up an authenticator app" };

export default async function AuthenticatorAppPage() {
  const user = await signedInUser("/account/security/app");
  const setUp = await findSetUp(user);
  return (
    <DashboardShell user={user}>
      <PageHeader title="Set up an authenticator app" />
      <SetUpApp secret={setUp && groupsOfFour(setUp.secret)}>
        {setUp && <QrCode text={setUp.uri} label="QR code for your authenticator app" />}
      </SetUpApp>
    </DashboardShell>
  );
}

/** Easier to type; apps ignore the spaces. */
const groupsOfFour = (secret: string) => secret.replace(/.{4}(?=.)/g, "$& ");
