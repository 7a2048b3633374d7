import { db } from "@/lib/platform/db";
import type { EmailKind } from "@/lib/platform/generated/enums";

/** The kinds of the emails queued for an address, oldest first. */
export const emailsTo = async (address: string): Promise<EmailKind[]> =>
  (await db.email.findMany({ where: { address }, orderBy: { id: "asc" } })).map(({ kind }) => kind);

/** The token in the link of the latest email to an address. */
export async function tokenMailedTo(address: string): Promise<string> {
  const email = await db.email.findFirstOrThrow({ where: { address }, orderBy: { id: "desc" } });
  const { url } = email.facts as { url: string };
  return url.split("/").at(-1) ?? "";
}
