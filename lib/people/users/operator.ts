import { db, transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";

/** Makes this user the only operator of the installation. Refuses if the address has no account. */
export async function setOperator(email: string): Promise<void> {
  await transaction(async (sql) => {
    const [operator] = await sql(
      "UPDATE users SET operator_since = COALESCE(operator_since, now()) WHERE email = $1 RETURNING id",
      [email],
    );
    if (!operator) throw notFound("account");
    await sql("UPDATE users SET operator_since = NULL WHERE email <> $1 AND operator_since IS NOT NULL", [
      email,
    ]);
  });
}

/** The address of the operator, whom people ask about this installation. Null before there is one. */
export async function findOperatorEmail(): Promise<string | null> {
  const operator = await db.user.findFirst({
    where: { operatorSince: { not: null } },
    select: { email: true },
  });
  return operator?.email ?? null;
}
