import { createHash, randomBytes } from "node:crypto";

/** 32 random bytes, in characters that need no escaping in a URL. */
export const newToken = () => randomBytes(32).toString("base64url");

/** What is stored of a token: who reads the database cannot use it. */
export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
