import { type Actor, type NewAuditEvent, recordEvents } from "@/lib/audit/record";
import { type KeyScope, refuseToLeave } from "@/lib/cases/key-scope";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { MAX_TAGS } from "./input-arrays";

type TaggedSnitch = { id: string; name: string; tags: string[]; onHoldAt: Date | null };

/** Adds the tags that the snitch does not have yet, and returns all of its tags. Safe to call in parallel. */
export const addTags = (caseId: string, token: string, newTags: string[], by: Actor) =>
  changeTags(caseId, token, by, "snitch.tagged", ({ tags, onHoldAt }) => {
    refuseIfOnHold({ onHoldAt });
    const all = [...new Set([...tags, ...newTags])];
    if (all.length <= MAX_TAGS) return all;
    throw invalidAttribute("tags", `has too many tags (maximum is ${MAX_TAGS})`);
  });

/**
 * Removes the first of the candidates that the snitch has, and returns the remaining tags. The candidates are readings of
 * one tag in a path. Does nothing if the snitch has none of them. Refuses the last tag by which a key reaches it.
 */
export const removeTag = (caseId: string, token: string, candidates: string[], by: Actor, scope: KeyScope) =>
  changeTags(caseId, token, by, "snitch.untagged", ({ tags }) => {
    const first = candidates.find((candidate) => tags.includes(candidate));
    const remaining = tags.filter((tag) => tag !== first);
    refuseToLeave(scope, token, remaining);
    return remaining;
  });

/** Removes these tags from the snitch, and returns the remaining ones. Tags that it does not have are ignored. */
export const removeTags = (caseId: string, token: string, names: string[], by: Actor) =>
  changeTags(caseId, token, by, "snitch.untagged", ({ tags }) => tags.filter((tag) => !names.includes(tag)));

async function changeTags(
  caseId: string,
  token: string,
  by: Actor,
  action: NewAuditEvent["action"],
  change: (snitch: TaggedSnitch) => string[],
): Promise<string[]> {
  const tags = await transaction(async (sql) => {
    const [snitch] = await sql<TaggedSnitch>(
      `SELECT s.id, s.name, s.tags, c.on_hold_at AS "onHoldAt" FROM snitches s JOIN cases c ON c.id = s.case_id
       WHERE s.case_id = $1 AND s.token = $2 FOR NO KEY UPDATE OF s`,
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
