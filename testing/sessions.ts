import { findSignedIn, type Session, startSession } from "@/lib/people/users/sessions";

/** Starts a session of a user and returns what its cookie holds. */
export async function startTestSession(userId: string, now = new Date()): Promise<Session> {
  const session = await startSession(
    userId,
    { method: "password", userAgent: "Mozilla/5.0", address: "" },
    now,
  );
  if (!session) throw new Error(`There is no user ${userId}.`);
  return session;
}

/** Starts a session of a user. Returns a function that says whether it is still valid. */
export async function aSession(userId: string): Promise<() => Promise<boolean>> {
  const session = await startTestSession(userId);
  return async () => (await findSignedIn(session, new Date())) !== null;
}
