import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { db, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { filledText } from "@/lib/platform/text-input";
import { type Purpose, readChallenge } from "./challenge";
import { recordAddedFactor, recordRemovedFactor } from "./change";
import { toUserHandle } from "./passkey-options";
import type { FactorChange, Owner } from "./record";
import { RELYING_PARTY } from "./relying-party";

const MAX_PASSKEYS = 20;

/** What a browser sends of a passkey. Only the library knows whether it is correct. */
const browserResponse = z.object({
  id: z.string().min(1).max(1400),
  rawId: z.string(),
  type: z.literal("public-key"),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  response: z.looseObject({
    clientDataJSON: z.string(),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

export const passkeyName = z.object({
  name: filledText(100),
});

/** A passkey’s response in a form, as JSON. */
export const passkeyResponse = z.object({ passkey: z.string().max(20_000).default("") });

/** The JSON that a form has of a passkey. Null if it is none. */
function readSent(text: string): z.output<typeof browserResponse> | null {
  try {
    return browserResponse.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Adds the passkey that the browser has made. Returns recovery codes if it is the first factor of the account. */
export async function addPasskey(
  user: Owner,
  { name, passkey }: { name: string; passkey: string },
  change: FactorChange,
): Promise<string[] | null> {
  const response = readSent(passkey);
  const made = response && (await verifyAddition(response, user.id, change.now));
  if (!made) throw new Refusal("resource_invalid", NOT_ADDED);
  const { credential } = made;
  return transaction(async (sql) => {
    await sql("SELECT FROM users WHERE id = $1 FOR UPDATE", [user.id]);
    const [passkeys] = await sql<{ count: number }>(
      "SELECT count(*)::int AS count FROM passkeys WHERE user_id = $1",
      [user.id],
    );
    if ((passkeys?.count ?? 0) >= MAX_PASSKEYS)
      throw new Refusal("resource_invalid", `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
    const [row] = await sql(
      `INSERT INTO passkeys (id, name, credential_id, public_key, counter, transports, rp_id, created_at, user_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
      [
        newId(),
        name,
        credential.id,
        Buffer.from(credential.publicKey),
        credential.counter,
        response.response.transports ?? [],
        RELYING_PARTY.id,
        change.now,
        user.id,
      ],
    );
    if (!row) throw new Refusal("resource_invalid", "This passkey was already added.");
    return recordAddedFactor(sql, user, { ...change, factor: "passkey", name });
  });
}

const NOT_ADDED = "The passkey could not be added. Try again, and open this page at the address of Tattle.";

async function verifyAddition(response: z.output<typeof browserResponse>, userId: string, now: Date) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: (challenge) => readChallenge(challenge, { act: "add", subject: userId }, now) !== null,
    expectedOrigin: RELYING_PARTY.origin,
    expectedRPID: RELYING_PARTY.id,
    requireUserVerification: true,
  }).catch(() => NOT_VERIFIED);
  return verified ? registrationInfo : null;
}

/** The library throws what is wrong with a response. All of it is the sender’s, and none of it for them. */
const NOT_VERIFIED = { verified: false, registrationInfo: undefined } as const;

/**
 * The user whose passkey signed a challenge for this purpose. Null if there is no such passkey, or if it signed something else, or a
 * challenge older than one that it signed before: each works once.
 */
export async function verifyPasskey(text: string, purpose: Purpose, now: Date): Promise<Owner | null> {
  const response = readSent(text);
  if (!response) return null;
  const passkey = await db.passkey.findUnique({
    where: { credentialId: response.id, rpId: RELYING_PARTY.id },
    include: { user: { select: { id: true, email: true } } },
  });
  if (!passkey) return null;
  const { userHandle } = response.response;
  if (userHandle && userHandle !== toUserHandle(passkey.userId)) return null;

  let madeAt: Date | null = null;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const counter = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => {
      madeAt = readChallenge(challenge, purpose, now);
      return madeAt !== null;
    },
    expectedOrigin: RELYING_PARTY.origin,
    expectedRPID: RELYING_PARTY.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).then(
    ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : null),
    () => null,
  );
  if (counter === null) return null;
  const used = await db.passkey.updateMany({
    where: { id: passkey.id, OR: [{ challengedAt: null }, { challengedAt: { lt: madeAt ?? now } }] },
    data: { counter, challengedAt: madeAt, lastUsedAt: now },
  });
  return used.count > 0 ? passkey.user : null;
}

/** Renames a passkey of the user. Refuses if they have no such one. */
export async function renamePasskey(userId: string, id: string, name: string): Promise<void> {
  const renamed = await db.passkey.updateMany({ where: { id, userId }, data: { name } });
  if (renamed.count === 0) throw notFound("passkey");
}

/** Removes a passkey of the user. Does nothing if they have no such one. */
export async function removePasskey(user: Owner, id: string, change: FactorChange): Promise<void> {
  await transaction(async (sql) => {
    const [row] = await sql<{ name: string }>(
      "DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING name",
      [id, user.id],
    );
    if (row) await recordRemovedFactor(sql, user, { ...change, factor: "passkey", name: row.name });
  });
}
