import type { Metadata } from "next";
import { EmailSetup } from "@/app/(dashboard)/operator/email/email-setup";
import { currentCase } from "@/app/sign-in/session";
import { BackLink, PageHeader } from "@/components/page-header";
import { sendsRealEmail } from "@/lib/mail/provider";
import { findOperatorEmail } from "@/lib/people/users/operator";
import { env } from "@/lib/platform/env";
import { WhoToAsk } from "./who-to-ask";

export const metadata: Metadata = { title: "Email" };

/** Everyone sees whether emails are sent; only the operator sees how, and can change it. */
export default async function EmailPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, user } = await currentCase((await params).caseId, "/settings/email");
  return (
    <>
      <BackLink href={`/${theCase.id}/settings/notifications`}>Notifications</BackLink>
      <PageHeader title="Email" />
      {user.operatorSince ? (
        <EmailSetup user={user} />
      ) : (
        <WhoToAsk isSetUp={sendsRealEmail()} operator={await visibleOperator()} />
      )}
    </>
  );
}

/** Where strangers can sign up, the operator’s address is not shown to them. */
const visibleOperator = async () => (env.SIGN_UP === "invited" ? findOperatorEmail() : null);
