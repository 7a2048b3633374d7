import { hash } from "@node-rs/argon2";
import { db } from "@/lib/platform/db";
import { type OwnNames, refuseGuessable } from "./refuse-guessable";

/** The hash of a password that a person chooses. Refuses one that is easy to guess for someone who knows these names about them. */
export async function hashNewPassword(password: string, names: OwnNames): Promise<string> {
  await refuseGuessable(password, names);
  return hash(password);
}

/** What a password must not be based on: the user's address, and the names of their cases. */
export async function listNames(userId: string): Promise<OwnNames> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, memberships: { select: { case: { select: { name: true } } } } },
  });
  return [user.email, ...user.memberships.map((membership) => membership.case.name)];
}
