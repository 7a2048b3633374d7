import { createHash, randomBytes } from "node:crypto";

/** 32 random bytes, in characters that need no escaping in a URL. */
export const newToken = () => randomBytes(32).toString("base64url");

/** The form in which a token is stored, so that reading the database does not reveal usable tokens. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");
