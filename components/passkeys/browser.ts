import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

// The library is loaded when a person uses a passkey.
const library = () => import("@simplewebauthn/browser");

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

/** Has the person choose a passkey that signs the challenge. Resolves with JSON for the server. */
export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<string> {
  const { startAuthentication } = await library();
  return JSON.stringify(await startAuthentication({ optionsJSON: options }));
}

/** Offers passkeys in the list that the browser shows for the email field. Resolves when one was chosen; null if the browser has no such list. */
export async function offerInAutofill(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<string | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await library();
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  return JSON.stringify(await startAuthentication({ optionsJSON: options, useBrowserAutofill: true }));
}

/** Stops offering. */
export async function stopOffering(): Promise<void> {
  const { WebAuthnAbortService } = await library();
  WebAuthnAbortService.cancelCeremony();
}

/** Has the person make a passkey. Resolves with JSON for the server. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  const { startRegistration } = await library();
  return JSON.stringify(await startRegistration({ optionsJSON: options }));
}

/** What to say when the browser did not give a passkey. Null if the person has cancelled it themselves. */
export function explainPasskeyError(error: unknown): string | null {
  const name = error instanceof Error ? error.name : "";
  // Also if nothing was chosen in time.
  if (name === "NotAllowedError" || name === "AbortError") return null;
  if (name === "InvalidStateError") return "This device or key already has a passkey for your account.";
  if (name === "SecurityError")
    return "Passkeys only work at the HTTPS address that the operator set for Tattle.";
  return "The browser could not use a passkey. Try again, or choose another way.";
}

/** Sends the form of a hidden field with this respond, and forgets it: the next one may be another proof. */
export function sendInForm(input: HTMLInputElement | null, assertion: string): void {
  if (!input) return;
  input.value = assertion;
  input.form?.requestSubmit();
  input.value = "";
}
