"use server";

import { fields } from "@/app/actions/inputs";
import { userAction } from "@/app/actions/user-action";
import { currentOperator } from "@/app/sign-in/session";
import { sendTestMail } from "@/lib/emails/test-mail";
import { emailRequest } from "@/lib/people/users/input";
import { countTestMail } from "@/lib/people/users/rate-limits";

const send = userAction("/operator/email", [fields(emailRequest)], async ({ user, now }, { email }) => {
  await countTestMail(user.id, now);
  return sendTestMail({ to: email, requestedBy: user.email }, now);
});

/** Sends a test email for the operator, and returns the mail server’s response. */
export async function sendTestMailAction(...args: Parameters<typeof send>): ReturnType<typeof send> {
  await currentOperator();
  return send(...args);
}
