import { env } from "@/lib/platform/env";
import { readSignedId, signId } from "@/lib/platform/signed-id";

/** The page on which the reader of an address decides what a case may send there. */
export const recipientUrl = (id: string) => `${env.APP_URL}/recipients/${signId(id)}`;

/** The headers by which mail programs offer to unsubscribe with one click (RFC 2369 and RFC 8058). */
export const oneClickHeaders = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

export const unsubscribeHeaders = (id: string) => oneClickHeaders(`${env.APP_URL}/unsubscribe/${signId(id)}`);

/** The id of the recipient whose link has this token. Null if we did not make it. */
export const recipientIdIn = (token: string): string | null => readSignedId(token);
