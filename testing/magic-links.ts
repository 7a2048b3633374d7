import { enqueueEmails } from "@/lib/emails/enqueue";
import { transaction } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/rules/durations";

/** Enqueues an email with a sign-in link for each address. Returns the ids of the emails, in order. */
export async function enqueueMagicLinks(...addresses: string[]): Promise<string[]> {
  const facts = {
    url: "https://tattle.test/sign-in?token=s3cret",
    expiresAt: new Date(Date.now() + HOUR_MS),
  };
  const emails = addresses.map((address) => ({ kind: "magic_link", address, facts }) as const);
  return (await transaction((sql) => enqueueEmails(sql, emails))).emails;
}
