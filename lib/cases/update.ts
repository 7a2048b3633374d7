import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { askRecipientsLater } from "@/lib/emails/recipients/ask";
import { buildRecipientKeys, registerRecipients } from "@/lib/emails/recipients/register";
import { db, toSql, transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { factsOf } from "@/lib/platform/setting";
import type { CaseChanges } from "./input";
import { CASE_SETTINGS } from "./settings";

/** Changes the name and settings of a case, and records the differences. Does nothing if there are none. */
export async function updateCase(caseId: string, changes: CaseChanges, by: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const before = await tx.case.findUniqueOrThrow({ where: { id: caseId } });
    const { name } = before;
    const after = { ...before, ...changes };
    const facts = changesBetween(
      { name, ...factsOf(CASE_SETTINGS, before) },
      { name: after.name, ...factsOf(CASE_SETTINGS, after) },
    );
    if (Object.keys(facts).length === 0) return;
    await tx.case.update({ where: { id: caseId }, data: changes });
    if (changes.alertEmail)
      await registerRecipients(toSql(tx), buildRecipientKeys(caseId, [changes.alertEmail]));
    await recordEvents(toSql(tx), caseId, by, [
      { action: "case.changed", resource: { id: caseId, name }, facts },
    ]);
  });
  if (changes.alertEmail) askRecipientsLater(caseId);
}

/**
 * Requires a second factor of all members of a case, or no longer. Those without one see nothing of it until they have set one up.
 * Refuses if the actor is one of them: they would lock themselves out.
 */
export async function requireSecondFactor(
  caseId: string,
  isRequired: boolean,
  by: Actor,
  now: Date,
): Promise<void> {
  await transaction(async (sql) => {
    const [actor] = await sql("SELECT FROM users WHERE id = $1 AND second_factor_since IS NOT NULL", [by.id]);
    if (isRequired && !actor) throw new Refusal("resource_invalid", SET_UP_YOURS_FIRST);
    const [row] = await sql<{ name: string }>(
      `UPDATE cases SET second_factor_required_since = CASE WHEN $2 THEN $3::timestamptz END
       WHERE id = $1 AND (second_factor_required_since IS NOT NULL) <> $2 RETURNING name`,
      [caseId, isRequired, now],
    );
    if (!row) return;
    const facts = { second_factor: isRequired ? REQUIRED : OPTIONAL };
    await recordEvents(sql, caseId, by, [
      { action: "case.changed", resource: { id: caseId, name: row.name }, facts },
    ]);
  });
}

const REQUIRED = { from: "optional", to: "required" };
const OPTIONAL = { from: "required", to: "optional" };

const SET_UP_YOURS_FIRST =
  "Set up a second factor for yourself first, under Your account → Security. Otherwise you would lose access to the case, too.";
