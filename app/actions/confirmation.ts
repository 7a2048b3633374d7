import { headers } from "next/headers";
import { knownBrowser } from "@/app/sign-in/known-browser";
import { hasProof, NO_PROOF } from "@/components/confirm-identity/has-proof";
import type { FormState } from "@/components/ui/form";
import { readClientAddress } from "@/lib/http/peer-address";
import {
  confirmByCode,
  confirmByPasskey,
  confirmByPassword,
  isConfirmed,
  listProofs,
} from "@/lib/people/second-factors/confirm";
import { recordWrongCode } from "@/lib/people/users/account-events";
import type { SignedIn } from "@/lib/people/users/sessions";
import type { Validation } from "@/lib/platform/refusal";

/** The option of actions that ask again. */
export const CONFIRMED = { confirmed: true };

/** The fields by which a person shows who they are, alongside those of the form. */
const FIELDS = { password: "proof.password", code: "proof.code", passkey: "proof.passkey" };

/** Thrown by an action that first has to know who the person at the browser is. */
export class ConfirmationNeeded extends Error {
  constructor(readonly state: FormState) {
    super("This action needs a confirmation.");
  }
}

type Asked = { user: SignedIn; sessionId: string; form: FormData; now: Date };

/**
 * Call it before anything that a stranger at an open browser must not do. Someone who signed in or was asked within 15 minutes is
 * not asked again; what the form says of them is checked otherwise.
 */
export async function askAgain(asked: Asked): Promise<void> {
  const { user, sessionId, form, now } = asked;
  if (isConfirmed(user, now)) return;
  const proofs = await listProofs(user.id, sessionId, now);
  const error = hasProof(proofs) ? ASKED : NO_PROOF;
  const needed = (validations?: Validation[]) =>
    new ConfirmationNeeded({ error, confirm: proofs, validations });
  const [password, code, passkey] = [
    textOf(form, FIELDS.password),
    textOf(form, FIELDS.code),
    textOf(form, FIELDS.passkey),
  ];
  const attempt = { userId: user.id, sessionId, source: await sourceOf(user), now };
  if (passkey) {
    if (await confirmByPasskey(passkey, attempt)) return;
    throw needed([{ attribute: FIELDS.passkey, message: "This passkey did not work. Try again" }]);
  }
  if (password) {
    if (proofs.password && (await confirmByPassword(password, attempt))) return;
    throw needed([{ attribute: FIELDS.password, message: "is incorrect" }]);
  }
  if (!code) throw needed();
  if (await confirmByCode(code, attempt)) return;
  await recordWrongCode(user, attempt.source.address);
  throw needed([
    { attribute: FIELDS.code, message: "This code is incorrect or was already used. Wait for the next one" },
  ]);
}

const ASKED = "Confirm it’s you.";

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "").slice(0, 20_000);

const sourceOf = async ({ email }: SignedIn) => ({
  address: readClientAddress(await headers()),
  browser: await knownBrowser(email),
});
