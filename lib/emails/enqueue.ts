import { v7 as newId } from "uuid";
import type { LetterFacts, LetterKind } from "@/lib/mail/templates/transactional-facts";
import type { Owed } from "@/lib/outbox/pending";
import type { Sql } from "@/lib/platform/db";

/** A mail to one person that is not about a snitch. One that belongs to a case goes when the case goes. */
export type OwedLetter = {
  [Kind in LetterKind]: { kind: Kind; address: string; facts: LetterFacts<Kind>; caseId?: string };
}[LetterKind];

/**
 * Writes down that these letters must be sent. Belongs into the transaction of the change that caused them; ring for
 * what it returns once that is committed.
 */
export async function oweLetters(sql: Sql, letters: OwedLetter[]): Promise<Owed> {
  const ids = letters.map(() => newId());
  await sql(
    `INSERT INTO notices (id, kind, address, case_id, facts)
     SELECT id, kind::notice_kind, address, case_id, facts::jsonb
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[]) AS n(id, kind, address, case_id, facts)`,
    [
      ids,
      letters.map(({ kind }) => kind),
      letters.map(({ address }) => address),
      letters.map(({ caseId = null }) => caseId),
      letters.map(({ facts }) => JSON.stringify(facts)),
    ],
  );
  return { notices: ids, deliveries: [] };
}
