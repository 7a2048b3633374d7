import { findKind } from "@/lib/channel-kinds/find";
import { db } from "@/lib/platform/db";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { decryptSettings } from "./stored-settings";

/** A channel whose receiver may send us something, with the secret by which it signs that. Null if it has none, or is switched off. */
export async function findHook(id: string): Promise<{ id: string; caseId: string; secret: string } | null> {
  if (!isUuidInAnyCase(id)) return null;
  const channel = await db.channel.findFirst({
    where: { id, disabledAt: null },
    select: { id: true, caseId: true, kind: true, url: true, settings: true },
  });
  if (!channel) return null;
  const { hookSecret } = findKind(channel.kind);
  const secret = hookSecret && decryptSettings(channel)[hookSecret];
  return secret ? { id: channel.id, caseId: channel.caseId, secret } : null;
}
