import { randomBytes } from "node:crypto";

/** A new random secret, in the format of Standard Webhooks. */
export const newSigningSecret = () => `whsec_${randomBytes(24).toString("base64")}`;
