import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";

/** Whether everyone signs in with the operator’s OpenID Connect issuer, and neither with a password nor by a link they asked for. */
export const arePasswordsOff = () => env.SIGN_IN === "oidc";

/** Refuses what makes or takes a password, or a link in its place, where passwords are off. */
export function refuseIfPasswordsOff(): void {
  if (arePasswordsOff()) throw new Refusal("resource_invalid", PASSWORDS_OFF);
}

const PASSWORDS_OFF = "Passwords are off here. Use the button on the sign-in page.";
