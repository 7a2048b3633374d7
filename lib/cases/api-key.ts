import { createHash, randomBytes } from "node:crypto";
import { db } from "@/lib/db";
import type { ApiKey, Case } from "@/lib/db/generated/client";
import { Refusal } from "@/lib/refusal";

/** 16 random bytes are 22 characters that need no escaping in a URL. */
const KEY_BYTES = 16;
const KEY = /^[\w-]{22}$/;
const PREFIX_CHARACTERS = 5;

/** “Last used” is as coarse as this, so that a busy key is not a row written all the time. */
const LAST_USED_MS = 60_000;

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** Makes a key. This is the only time it can be read: what is stored is its hash. */
export async function issueApiKey(caseId: string, name: string): Promise<{ id: string; key: string }> {
  const key = randomBytes(KEY_BYTES).toString("base64url");
  const { id } = await db.apiKey.create({
    data: { caseId, name, prefix: key.slice(0, PREFIX_CHARACTERS), hash: hashOf(key) },
    select: { id: true },
  });
  return { id, key };
}

/** The keys of a case, newest first, without their hashes. */
export const listApiKeys = (caseId: string) =>
  db.apiKey.findMany({ where: { caseId }, orderBy: { id: "desc" }, omit: { hash: true } });

/** Revoking a key that is gone, or another case's, changes nothing. */
export async function revokeApiKey(caseId: string, id: string): Promise<void> {
  await db.apiKey.deleteMany({ where: { id, caseId } });
}

/** The case whose key is the user name of this Basic authorization; its password is ignored. */
export async function caseForKey(
  authorization: string | null,
  now = new Date(),
): Promise<{ owner: Case; apiKey: ApiKey }> {
  const key = userNameIn(authorization);
  const found = KEY.test(key)
    ? await db.apiKey.findUnique({ where: { hash: hashOf(key) }, include: { case: true } })
    : null;
  if (!found) {
    throw new Refusal(
      "api_key_invalid",
      "Your API key is missing or not valid. Send it as the Basic user name.",
    );
  }

  const { case: owner, ...apiKey } = found;
  if (!apiKey.lastUsedAt || now.getTime() - apiKey.lastUsedAt.getTime() >= LAST_USED_MS) {
    // Many rows or none: the key may have been revoked a moment ago.
    await db.apiKey.updateMany({ where: { id: apiKey.id }, data: { lastUsedAt: now } });
  }
  return { owner, apiKey };
}

function userNameIn(authorization: string | null): string {
  const [, encoded = ""] = authorization?.match(/^basic +(\S+) *$/i) ?? [];
  return Buffer.from(encoded, "base64").toString().split(":", 1)[0] ?? "";
}
