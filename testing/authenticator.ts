import type { Page } from "@playwright/test";

/** A device that keeps passkeys and knows its owner, as Chromium imitates one. Returns a function that takes it away. */
export async function addAuthenticator(page: Page): Promise<() => Promise<unknown>> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return () => client.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
}
