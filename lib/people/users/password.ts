import { verify } from "@node-rs/argon2";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { invalidAttribute } from "@/lib/platform/refusal";
import { recordAccountEvent } from "./account-events";
import { createLink, refuseStaleLink, useLink } from "./email-link";
import { findUserByEmail } from "./find";
import { hashNewPassword, listNames } from "./new-password";
import { arePasswordsOff, refuseIfPasswordsOff } from "./passwords-off";
import { endSessions } from "./sessions";

/** Emails a password reset link if the address has an account. The caller does not learn whether it has one. */
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
 * their address. Returns the user.
 */
export async function resetPassword(
  token: string,
  password: string,
  address: string,
  now: Date,
): Promise<{ userId: string; email: string }> {
  refuseIfPasswordsOff();
  const { userId } = await refuseStaleLink("password_reset", token, now);
  if (!userId) throw new Error("The password reset link has no user.");
  const passwordHash = await hashNewPassword(password, await listNames(userId));
  return transaction(async (sql) => {
    const { email } = await useLink(sql, "password_reset", token, now);
    await sql("UPDATE users SET email_verified_at = COALESCE(email_verified_at, now()) WHERE id = $1", [
      userId,
    ]);
    // An attacker may have connected a provider of their own.
    await sql("DELETE FROM identities WHERE user_id = $1", [userId]);
    await setPassword(sql, userId, passwordHash);
    await recordAccountEvent(sql, "account.password_reset", { userId, address });
    return { userId, email };
  });
}

/** Changes a password and ends all sessions, including those of a person who knew the old password. */
export async function changePassword(
  userId: string,
  { current, password }: { current: string; password: string },
  address: string,
): Promise<void> {
  refuseIfPasswordsOff();
  await refuseWrongPassword(userId, current);
  const passwordHash = await hashNewPassword(password, await listNames(userId));
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

async function refuseWrongPassword(userId: string, current: string): Promise<void> {
  const passwordHash = await findPasswordHash(userId);
  if (passwordHash === null || (await verify(passwordHash, current))) return;
  throw invalidAttribute("current", current ? "is incorrect" : "can't be blank");
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
