import { authSecret } from "@/lib/platform/auth-secret";
import { isSealedWith } from "@/lib/platform/cipher";
import { type Sql, transaction } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encrypt";
import { decryptSettings, storedSettings } from "./stored-settings";

const BATCH_SIZE = 500;

type Sealed = {
  id: string;
  kind: string;
  url: string;
  secret: string;
  oldSecret: string | null;
  settings: string | null;
};

/**
 * Encrypts everything with the secret of today that is still encrypted with the previous one. Safe to repeat, and while Tattle runs.
 * Returns how many channels, and whether the keys of push messages, were changed. Throws, and changes no further channel, if one can
 * be read with neither.
 */
export async function reseal(): Promise<{ channels: number; pushKeys: boolean }> {
  let [channels, after] = [0, "00000000-0000-0000-0000-000000000000"];
  for (;;) {
    const batch = await transaction((sql) => resealBatch(sql, after));
    channels += batch.changed;
    if (batch.last === null) break;
    after = batch.last;
  }
  return { channels, pushKeys: await transaction(resealPushKeys) };
}

/** `last`: the id after which to go on; null at the end. */
async function resealBatch(sql: Sql, after: string): Promise<{ changed: number; last: string | null }> {
  const rows = await sql<Sealed>(
    `SELECT id, kind, url, secret, old_secret AS "oldSecret", settings FROM channels
     WHERE id > $1 ORDER BY id LIMIT $2 FOR UPDATE`,
    [after, BATCH_SIZE],
  );
  const stale = rows.filter(isStale);
  for (const { id, kind, secret, oldSecret, ...target } of stale) {
    // Its credential is recognised by the secret, too.
    const sealed = storedSettings(kind, decryptSettings(target));
    await sql(
      "UPDATE channels SET url = $2, settings = $3, budget = $4, secret = $5, old_secret = $6 WHERE id = $1",
      [id, sealed.url, sealed.sealed, sealed.budget, again(secret), oldSecret && again(oldSecret)],
    );
  }
  return { changed: stale.length, last: rows.at(-1)?.id ?? null };
}

async function resealPushKeys(sql: Sql): Promise<boolean> {
  const [keys] = await sql<{ privateKey: string }>(
    `SELECT private_key AS "privateKey" FROM vapid_keys FOR UPDATE`,
  );
  if (!keys || isSealedWith(keys.privateKey, authSecret())) return false;
  await sql("UPDATE vapid_keys SET private_key = $1", [again(keys.privateKey)]);
  return true;
}

const isStale = ({ url, secret, oldSecret, settings }: Sealed): boolean =>
  [url, secret, oldSecret, settings].some((text) => text !== null && !isSealedWith(text, authSecret()));

const again = (ciphertext: string): string => encrypt(decrypt(ciphertext));
