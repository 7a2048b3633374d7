import { hash } from "@node-rs/argon2";
import { v7 as uuid } from "uuid";
import { transaction } from "@/lib/db";
import { invalid } from "@/lib/refusal";
import type { Person } from "./find";
import type { NewUser } from "./input";

/** Spells USER: one account is made at a time. */
const LOCK = 0x55534552;

/** Makes an account. The first one of an installation becomes its operator. */
export async function createUser({ email, password }: NewUser): Promise<Person> {
  const passwordHash = await hash(password);

  const [person] = await transaction(async (sql) => {
    // Two people who sign up at once must not both find themselves first.
    await sql("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    return sql<Person>(
      `INSERT INTO users (id, email, password_hash, operator_since)
       SELECT $1::uuid, $2, $3, CASE WHEN NOT EXISTS (SELECT FROM users) THEN now() END
       ON CONFLICT (email) DO NOTHING
       RETURNING id, email, operator_since AS "operatorSince"`,
      [uuid(), email, passwordHash],
    );
  });
  if (!person) {
    throw invalid([{ attribute: "email", message: "already has an account: sign in instead" }]);
  }
  return person;
}
