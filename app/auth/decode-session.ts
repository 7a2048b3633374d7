import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { authSecrets } from "@/lib/platform/auth-secret";

/** Reads a session cookie that was made with the secret of today or the one before: a new secret signs nobody out. */
export async function decodeSession(params: JWTDecodeParams): Promise<JWT | null> {
  let reason: unknown;
  for (const secret of authSecrets())
    try {
      return await decode({ ...params, secret });
    } catch (error) {
      reason = error;
    }
  throw reason;
}
