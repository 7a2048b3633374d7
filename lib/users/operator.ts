import { transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";

/** Makes this person the one who runs the installation, instead of whoever did. */
export async function setOperator(email: string): Promise<void> {
  await transaction(async (sql) => {
    const [appointed] = await sql(
      "UPDATE users SET operator_since = COALESCE(operator_since, now()) WHERE email = $1 RETURNING id",
      [email],
    );
    if (!appointed) throw notFound("account");
    await sql("UPDATE users SET operator_since = NULL WHERE email <> $1 AND operator_since IS NOT NULL", [
      email,
    ]);
  });
}
