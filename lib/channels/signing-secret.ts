import { randomBytes } from "node:crypto";

/** A new secret for the Standard Webhooks scheme. */
export const newSigningSecret = () => `whsec_${randomBytes(24).toString("base64")}`;
