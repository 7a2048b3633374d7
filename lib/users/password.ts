import { hash, verify } from "@node-rs/argon2";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { invalid, Refusal } from "@/lib/platform/refusal";
import { MINUTE_MS } from "@/lib/rules/durations";
import { recordAccountEvent } from "./account-events";
import { createLink, refuseStaleLink, useLink } from "./email-link";
import { findUserByEmail } from "./find";
import { arePasswordsOff, refuseIfPasswordsOff } from "./passwords-off";
import { endSessions, type Session } from "./sessions";

/** E-mails a password reset link if the address has an account. The caller does not learn whether it has one. */
export async function sendPasswordReset(email: string, now: Date): Promise<void> {
  const person = await findUserByEmail(email);
  if (!person) return;
  const newRows = await transaction(async (sql) => {
    const facts = await createLink(sql, { purpose: "password_reset", email, userId: person.id }, now);
    return enqueueEmails(sql, [{ kind: "password_reset", address: email, facts }]);
  });
  wakeWorkersLater(newRows);
}

/**
 * Sets the password of the user that the link was sent to. Ends all their sessions, disconnects all providers and verifies
 * their address. Returns the address.
 */
export async function resetPassword(
  token: string,
  password: string,
  address: string,
  now: Date,
): Promise<string> {
  refuseIfPasswordsOff();
  await refuseStaleLink("password_reset", token, now);
  const passwordHash = await hash(password);
  return transaction(async (sql) => {
    const { userId, email } = await useLink(sql, "password_reset", token, now);
    if (!userId) throw new Error("The password reset link has no user.");
    await sql("UPDATE users SET email_verified_at = COALESCE(email_verified_at, now()) WHERE id = $1", [
      userId,
    ]);
    // An attacker may have connected a provider of their own.
    await sql("DELETE FROM identities WHERE user_id = $1", [userId]);
    await setPassword(sql, userId, passwordHash);
    await recordAccountEvent(sql, "account.password_reset", { userId, address });
    return email;
  });
}

/** Changes a password and ends all sessions, including those of a person who knew the old password. */
export async function changePassword(
  { id, userId }: Pick<Session, "id" | "userId">,
  { current, password }: { current: string; password: string },
  address: string,
  now: Date,
): Promise<void> {
  refuseIfPasswordsOff();
  await proveIdentity({ id, userId }, current, now);
  const passwordHash = await hash(password);
  await transaction(async (sql) => {
    await setPassword(sql, userId, passwordHash);
    await recordAccountEvent(sql, "account.password_changed", { userId, address });
  });
}

async function setPassword(sql: Sql, userId: string, passwordHash: string): Promise<void> {
  await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [userId, passwordHash]);
  await endSessions(sql, userId);
}

/** Whether a person can show by a password who they are: none counts where passwords are off. */
export async function hasPassword(userId: string): Promise<boolean> {
  return (await findPasswordHash(userId)) !== null;
}

/** How long after it began a session proves who somebody without a password is. */
const FRESH_MS = 15 * MINUTE_MS;

/**
 * Refuses a person at an open browser who is not known to be the user of its session: without their password, or, if they have none,
 * without having signed in a moment ago by a mailed link or a provider.
 */
export async function proveIdentity(
  { id, userId }: Pick<Session, "id" | "userId">,
  current: string,
  now: Date,
): Promise<void> {
  const passwordHash = await findPasswordHash(userId);
  if (passwordHash === null) return refuseOldSession(id, now);
  if (await verify(passwordHash, current)) return;
  throw invalid([{ attribute: "current", message: current ? "is not right" : "can't be blank" }]);
}

async function refuseOldSession(id: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - FRESH_MS);
  if ((await db.session.count({ where: { id, createdAt: { gt: since } } })) > 0) return;
  throw new Refusal(
    "resource_invalid",
    "You have no password, so prove that it is you in another way: sign out, sign in again with an e-mailed link or a provider, and come back within 15 minutes.",
  );
}

/** Whether the user has this password. */
export async function isPasswordOf(userId: string, password: string): Promise<boolean> {
  const passwordHash = await findPasswordHash(userId);
  return passwordHash !== null && verify(passwordHash, password);
}

async function findPasswordHash(userId: string): Promise<string | null> {
  if (arePasswordsOff()) return null;
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  return user?.passwordHash ?? null;
}
