import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { lockCase } from "@/lib/cases/lock";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { invalid } from "@/lib/platform/refusal";
import { type BadgeSettings, type NewBadge, writeSubject } from "./badge-input";

export const MAX_SHARES = 200;

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
      throw invalid([
        { attribute: "label", message: `can’t be added: a case shares at most ${MAX_SHARES} things` },
      ]);
    const [snitch] =
      subject.kind === "case"
        ? []
        : await sql<{ id: string }>(
            `SELECT id FROM snitches WHERE case_id = $1 AND ${subject.kind === "tag" ? "tags @> ARRAY[$2::text]" : "token = $2"} LIMIT 1`,
            [caseId, subject.name],
          );
    if (subject.kind !== "case" && !snitch)
      throw invalid([{ attribute: "subject", message: "is not a snitch or tag of the case" }]);
    const tag = subject.kind === "tag" ? subject.name : null;
    const settings: BadgeSettings = { shows, days, style, tag };
    await sql(
      `INSERT INTO shares (id, kind, name, settings, created_by, case_id, snitch_id) VALUES ($1, 'badge', $2, $3, $4, $5, $6)`,
      [id, label, settings, by.name, caseId, subject.kind === "snitch" ? snitch?.id : null],
    );
    const facts = {
      badge: shows,
      subject: writeSubject(subject),
    };
    await recordEvents(sql, caseId, by, [{ action: "share.added", resource: { id, name: label }, facts }]);
  });
  publishChange([caseId]);
  return id;
}
