import { hash } from "@node-rs/argon2";
import { v7 as uuid } from "uuid";
import { type Sql, transaction } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import type { Person } from "./find";
import type { NewUser } from "./input";

/** The advisory lock for creating accounts one at a time. Spells USER. */
const CREATE_USER_LOCK = 0x55534552;

/** Show it only to people who have verified the address: it reveals that the address has an account. */
export const HAS_ACCOUNT = "This address already has an account. Sign in with it.";

/** Creates a user. Refuses if the address has an account. The first user of an installation becomes its operator. */
export async function createUser({ email, password }: NewUser): Promise<Person> {
  const passwordHash = await hash(password);
  const person = await transaction((sql) => insertUser(sql, { email, passwordHash, verifiedAt: null }));
  if (!person) {
    throw invalid([{ attribute: "email", message: "already has an account: sign in instead" }]);
  }
  return person;
}

type UserRow = { email: string; passwordHash: string | null; verifiedAt: Date | null };

/** `createUser` as part of a larger transaction. Null if the address has an account. */
export async function insertUser(
  sql: Sql,
  { email, passwordHash, verifiedAt }: UserRow,
): Promise<Person | null> {
  // Two people who sign up at the same time must not both become the operator.
  await sql("SELECT pg_advisory_xact_lock($1)", [CREATE_USER_LOCK]);
  const [person] = await sql<Person>(
    `INSERT INTO users (id, email, password_hash, email_verified_at, operator_since)
     SELECT $1::uuid, $2, $3, $4, CASE WHEN NOT EXISTS (SELECT FROM users) THEN now() END
     ON CONFLICT (email) DO NOTHING
     RETURNING id, email, operator_since AS "operatorSince", email_verified_at AS "emailVerifiedAt"`,
    [uuid(), email, passwordHash, verifiedAt],
  );
  return person ?? null;
}
