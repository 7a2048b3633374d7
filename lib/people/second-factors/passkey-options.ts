import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { newChallenge, type Purpose } from "./challenge";
import type { Owner } from "./record";
import { RELYING_PARTY } from "./relying-party";

// The options are plain JSON. The library that verifies what comes back is large, and is loaded only then.

const TIMEOUT_MS = 5 * MINUTE_MS;

/** EdDSA, ES256 and RS256, by their numbers in the IANA registry of COSE algorithms. */
const ALGORITHMS = [-8, -7, -257];

export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** What the browser needs to sign in with any passkey. It names none: the page is for strangers. */
export const signInOptions = (now: Date): RequestOptions =>
  requestOptions({ act: "sign in", subject: "" }, [], now);

/** The same for the passkeys of a known user. Null if they have none for this host. */
export async function optionsFor(
  userId: string,
  purpose: Purpose,
  now: Date,
): Promise<RequestOptions | null> {
  const passkeys = await listOf(userId);
  return passkeys.length > 0 ? requestOptions(purpose, passkeys, now) : null;
}

type Listed = { credentialId: string; transports: string[] };

const listOf = (userId: string): Promise<Listed[]> =>
  db.passkey.findMany({
    where: { userId, rpId: RELYING_PARTY.id },
    select: { credentialId: true, transports: true },
  });

const requestOptions = (purpose: Purpose, passkeys: Listed[], now: Date): RequestOptions => ({
  rpId: RELYING_PARTY.id,
  challenge: newChallenge(purpose, now),
  timeout: TIMEOUT_MS,
  userVerification: "required",
  allowCredentials: toDescriptors(passkeys),
});

/** What the browser needs to add a passkey: one that is found without naming the user, and that verifies the user. */
export async function additionOptions(
  { id, email }: Owner,
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return {
    rp: { id: RELYING_PARTY.id, name: RELYING_PARTY.name },
    user: { id: toUserHandle(id), name: email, displayName: email },
    challenge: newChallenge({ act: "add", subject: id }, now),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: TIMEOUT_MS,
    excludeCredentials: toDescriptors(await listOf(id)),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
    extensions: { credProps: true },
  };
}

const toDescriptors = (passkeys: Listed[]) =>
  passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports,
    type: "public-key" as const,
  }));

/** How a passkey names its user: nothing that says who they are. */
export const toUserHandle = (userId: string): string =>
  Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");
