import { hash } from "@node-rs/argon2";
import { type Sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { invalidAttribute, Refusal } from "@/lib/platform/refusal";
import type { Person } from "./find";
import type { NewUser } from "./input";

/** The advisory lock for creating accounts one at a time. Spells USER. */
const CREATE_USER_LOCK = 0x55534552;

/** Show it only to people who have verified the address: it reveals that the address has an account. */
export const HAS_ACCOUNT = "This address already has an account. Sign in with it.";

/** Creates a user. Refuses if the address has an account. The first user of an installation becomes its operator. */
export async function createUser({ email, password }: NewUser): Promise<Person> {
  const passwordHash = await hash(password);
  const person = await transaction((sql) =>
    insertUser(sql, { email, passwordHash, verifiedAt: null }, "first or later"),
  );
  if (!person) {
    throw invalidAttribute("email", "already has an account: sign in instead");
  }
  return person;
}

type UserRow = { email: string; passwordHash: string | null; verifiedAt: Date | null };

/** Whether the account may be the first of the installation, whose user becomes the operator, or a later one. */
type Position = "first" | "later" | "first or later";

/** `createUser` as part of a larger transaction. Null if the address has an account. Refuses in another position. */
export async function insertUser(
  sql: Sql,
  { email, passwordHash, verifiedAt }: UserRow,
  position: Position,
): Promise<Person | null> {
  // Among two people who sign up first at the same time, only one may.
  await sql("SELECT pg_advisory_xact_lock($1)", [CREATE_USER_LOCK]);
  const isFirst = !(await hasAccounts(sql));
  if (isFirst && position === "later") throw new Refusal("resource_invalid", NO_ACCOUNT_YET);
  if (!isFirst && position === "first") throw new Refusal("resource_invalid", NOT_FIRST);
  if (isFirst) await sql("DELETE FROM set_up_codes");
  const [person] = await sql<Person>(
    `INSERT INTO users (id, email, password_hash, email_verified_at, operator_since)
     VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END)
     ON CONFLICT (email) DO NOTHING
     RETURNING id, email, operator_since AS "operatorSince", email_verified_at AS "emailVerifiedAt"`,
    [newId(), email, passwordHash, verifiedAt, isFirst],
  );
  return person ?? null;
}

/** Whether this installation has an account. */
export async function hasAccounts(sql: Sql): Promise<boolean> {
  return (await sql("SELECT FROM users LIMIT 1")).length > 0;
}

const NO_ACCOUNT_YET = "This installation has no account yet. Sign up to create the first one.";
const NOT_FIRST = "The first account was created a moment ago. Reload the page.";
