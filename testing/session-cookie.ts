import { encode } from "next-auth/jwt";
import { startTestSession } from "./sessions";

/** Starts a session of a user, and returns the Cookie header of its browser. */
export async function aSessionCookie(userId: string): Promise<string> {
  const { id: sessionId, key: sessionKey } = await startTestSession(userId);
  const secret = process.env.AUTH_SECRET ?? "";
  return `next-auth.session-token=${await encode({ token: { sub: userId, sessionId, sessionKey }, secret })}`;
}
