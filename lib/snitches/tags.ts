import type { Actor } from "@/lib/audit/actor";
import { type NewAuditEvent, recordEvents } from "@/lib/audit/record";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { publishChange } from "@/lib/live/publish";
import { transaction } from "@/lib/platform/db";
import { invalid, notFound } from "@/lib/platform/refusal";
import { MAX_TAGS } from "./input-arrays";

type Tagged = { id: string; name: string; tags: string[]; onHoldAt: Date | null };

/** Adds tags that the snitch does not carry yet, and returns all of them. Two additions at once both survive. */
export const addTags = (caseId: string, token: string, added: string[], by: Actor) =>
  changeTags(caseId, token, by, "snitch.tagged", ({ tags, onHoldAt }) => {
    refuseIfOnHold({ onHoldAt });
    const all = [...new Set([...tags, ...added])];
    if (all.length <= MAX_TAGS) return all;
    throw invalid([{ attribute: "tags", message: `has too many tags (maximum is ${MAX_TAGS})` }]);
  });

/**
 * Takes one tag away, and returns those that remain: the first of these readings that the snitch carries. A tag that
 * is not there is no fault.
 */
export const removeTag = (caseId: string, token: string, readings: string[], by: Actor) =>
  changeTags(caseId, token, by, "snitch.untagged", ({ tags }) => {
    const removed = readings.find((reading) => tags.includes(reading));
    return tags.filter((tag) => tag !== removed);
  });

async function changeTags(
  caseId: string,
  token: string,
  by: Actor,
  action: NewAuditEvent["action"],
  change: (snitch: Tagged) => string[],
): Promise<string[]> {
  const tags = await transaction(async (sql) => {
    const [snitch] = await sql<Tagged>(
      `SELECT s.id, s.name, s.tags, c.on_hold_at AS "onHoldAt" FROM snitches s JOIN cases c ON c.id = s.case_id
       WHERE s.case_id = $1 AND s.token = $2 FOR UPDATE OF s`,
      [caseId, token],
    );
    if (!snitch) throw notFound("snitch");
    const tags = change(snitch);
    if (tags.length === snitch.tags.length) return tags;
    await sql("UPDATE snitches SET tags = $2 WHERE id = $1", [snitch.id, tags]);
    const facts = { tags: { from: snitch.tags, to: tags } };
    await recordEvents(sql, caseId, by, [{ action, resource: { id: token, name: snitch.name }, facts }]);
    return tags;
  });
  publishChange([caseId]);
  return tags;
}
