import { db } from "@/lib/platform/db";
import type { NoticeKind } from "@/lib/platform/generated/enums";

/** The kinds of letters owed to an address so far, in order. */
export const lettersTo = async (address: string): Promise<NoticeKind[]> =>
  (await db.notice.findMany({ where: { address }, orderBy: { id: "asc" } })).map(({ kind }) => kind);

/** The token in the link of the latest letter to an address. */
export async function tokenMailedTo(address: string): Promise<string> {
  const letter = await db.notice.findFirstOrThrow({ where: { address }, orderBy: { id: "desc" } });
  const { url } = letter.facts as { url: string };
  return url.split("/").at(-1) ?? "";
}
