import { randomUUID } from "node:crypto";
import { type Actor, recordEvents } from "@/lib/audit/record";
import { lockCase } from "@/lib/cases/lock";
import { type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { invalidAttribute } from "@/lib/platform/refusal";
import { MAX_SHARES } from "@/lib/rules/limits";
import { type BadgeSettings, type NewBadge, type Subject, writeSubject } from "./badge-input";
import { IS_SHARED } from "./shared-page";

/** Adds a badge, and returns its id, which is all that its readers need to know. */
export async function addBadge(caseId: string, input: NewBadge, by: Actor): Promise<string> {
  const id = randomUUID();
  const { subject, label, shows, days, style } = input;
  await transaction(async (sql) => {
    await lockCase(sql, caseId);
    const [{ count } = { count: 0 }] = await sql<{ count: number }>(
      "SELECT count(*)::int AS count FROM shares WHERE case_id = $1",
      [caseId],
    );
    if (count >= MAX_SHARES)
      throw invalidAttribute("label", `can’t be added: a case shares at most ${MAX_SHARES} items`);
    const { tag, snitchId, pageId } = await findSubject(sql, caseId, subject);
    const settings: BadgeSettings = { shows, days, style, tag };
    await sql(
      `INSERT INTO shares (id, kind, name, settings, created_by, case_id, snitch_id, page_id) VALUES ($1, 'badge', $2, $3, $4, $5, $6, $7)`,
      [id, label, settings, by.name, caseId, snitchId, pageId],
    );
    const facts = { badge: shows, subject: writeSubject(subject) };
    await recordEvents(sql, caseId, by, [{ action: "share.added", resource: { id, name: label }, facts }]);
  });
  publishChange([caseId]);
  return id;
}

const SUBJECTS = {
  snitch: {
    where: "snitches WHERE case_id = $1 AND token = $2",
    refusal: "is not a snitch or tag of the case",
  },
  tag: {
    where: "snitches WHERE case_id = $1 AND tags @> ARRAY[$2::text]",
    refusal: "is not a snitch or tag of the case",
  },
  // A badge can have no key, password or network: of any other page it would tell those who may not see it.
  page: {
    where: `pages WHERE case_id = $1 AND slug = $2 AND ${IS_SHARED}`,
    refusal: "is not a public page of the case",
  },
};

/** A tag that no job can have: a version that knows no badges of pages takes it for one of no job, not of the whole case. */
const NO_TAG = "";

/** The columns by which a badge is of its subject. Refuses what the case does not have, and pages that not everyone sees. */
async function findSubject(sql: Sql, caseId: string, subject: Subject) {
  const columns = { tag: null, snitchId: null, pageId: null };
  if (subject.kind === "case") return columns;
  const { where, refusal } = SUBJECTS[subject.kind];
  const [row] = await sql<{ id: string }>(`SELECT id FROM ${where} LIMIT 1`, [caseId, subject.name]);
  if (!row) throw invalidAttribute("subject", refusal);
  if (subject.kind === "tag") return { ...columns, tag: subject.name };
  return subject.kind === "snitch"
    ? { ...columns, snitchId: row.id }
    : { ...columns, pageId: row.id, tag: NO_TAG };
}
