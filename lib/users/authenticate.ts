import { hash, verify } from "@node-rs/argon2";
import { db } from "@/lib/platform/db";
import { PERSON_FIELDS, type Person } from "./find";
import type { Credentials } from "./input";

/** What an unknown address is checked against, so that refusing it takes as long as a known one. */
let nobodys: Promise<string> | undefined;

/** Who signs in with this address and password; null does not tell which of the two is wrong. */
export async function authenticate({ email, password }: Credentials): Promise<Person | null> {
  const user = await db.user.findUnique({
    where: { email },
    select: { ...PERSON_FIELDS, passwordHash: true },
  });
  nobodys ??= hash("nobody’s password");
  const instead = await nobodys;
  const matches = await verify(user?.passwordHash ?? instead, password);
  if (!user?.passwordHash || !matches) return null;

  const { passwordHash: _, ...person } = user;
  return person;
}
