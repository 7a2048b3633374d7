import type { Metadata } from "next";
import { currentOperator } from "@/app/sign-in/session";
import { OperatorFrame } from "../frame";
import { EmailSetup } from "./email-setup";

export const metadata: Metadata = { title: "Email of this installation" };

export default async function OperatorEmailPage() {
  const user = await currentOperator();
  return (
    <OperatorFrame path="/operator/email">
      <EmailSetup user={user} />
    </OperatorFrame>
  );
}
