import { findSignedIn, sessionKeyOf } from "@/lib/users/sessions";

/** Starts a session of a user. Returns a function that says whether it is still valid. */
export async function aSession(userId: string): Promise<() => Promise<boolean>> {
  const key = (await sessionKeyOf(userId)) ?? "";
  return async () => (await findSignedIn(userId, key)) !== null;
}
