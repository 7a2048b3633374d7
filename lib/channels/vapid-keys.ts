import { createECDH } from "node:crypto";
import { pool } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encrypt";

/** The private key is encrypted, unless it is to be used at once. */
type VapidKeys = { publicKey: string; privateKey: string };

/** The keys by which push services recognize this installation, in base64url. */
export async function vapidKeys(): Promise<VapidKeys> {
  const { publicKey, privateKey } = await sealedKeys();
  return { publicKey, privateKey: decrypt(privateKey) };
}

/** The key with which browsers subscribe. */
export const vapidPublicKey = async (): Promise<string> => (await sealedKeys()).publicKey;

/** Makes the keys when they are first needed. Processes that do so at the same time all get the same ones. */
async function sealedKeys(): Promise<VapidKeys> {
  const keys = (await findKeys()) ?? (await makeKeys()) ?? (await findKeys());
  if (!keys) throw new Error("The keys for push messages were deleted while they were read.");
  return keys;
}

async function findKeys(): Promise<VapidKeys | null> {
  const { rows } = await pool.query<VapidKeys>(
    `SELECT public_key AS "publicKey", private_key AS "privateKey" FROM vapid_keys`,
  );
  return rows[0] ?? null;
}

/** Null if another process was faster. */
async function makeKeys(): Promise<VapidKeys | null> {
  const { publicKey, privateKey } = newKeys();
  const { rows } = await pool.query<VapidKeys>(
    `INSERT INTO vapid_keys (public_key, private_key) VALUES ($1, $2) ON CONFLICT DO NOTHING
     RETURNING public_key AS "publicKey", private_key AS "privateKey"`,
    [publicKey, encrypt(privateKey)],
  );
  return rows[0] ?? null;
}

const PRIVATE_KEY_BYTES = 32;

function newKeys(): VapidKeys {
  const curve = createECDH("prime256v1");
  const publicKey = curve.generateKeys().toString("base64url");
  // A key that begins with zeros comes out shorter.
  const privateKey = Buffer.alloc(PRIVATE_KEY_BYTES);
  const bytes = curve.getPrivateKey();
  bytes.copy(privateKey, PRIVATE_KEY_BYTES - bytes.length);
  return { publicKey, privateKey: privateKey.toString("base64url") };
}
