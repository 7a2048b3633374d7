import { hash, verify } from "@node-rs/argon2";
import { db } from "@/lib/platform/db";
import { PERSON_FIELDS, type Person } from "./find";
import type { Credentials } from "./input";

/** Unknown addresses are verified against this hash, so that refusing them takes as long as a incorrect password. */
let dummyHash: Promise<string> | undefined;

/** The user with this address and password. Null if either is wrong: the result does not reveal which. */
export async function authenticate({ email, password }: Credentials): Promise<Person | null> {
  const user = await db.user.findUnique({
    where: { email },
    select: { ...PERSON_FIELDS, passwordHash: true },
  });
  dummyHash ??= hash("dummy password");
  const fallbackHash = await dummyHash;
  const matches = await verify(user?.passwordHash ?? fallbackHash, password);
  if (!user?.passwordHash || !matches) return null;

  const { passwordHash: _, ...person } = user;
  return person;
}
