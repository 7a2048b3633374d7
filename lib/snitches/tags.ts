import { transaction } from "@/lib/db";
import { invalid, notFound } from "@/lib/refusal";
import { MOST_TAGS } from "./input";

/** Adds tags that the snitch does not carry yet, and returns all of them. Two additions at once both survive. */
export const addTags = (caseId: string, token: string, added: string[]) =>
  changeTags(caseId, token, (tags) => [...new Set([...tags, ...added])]);

/** Takes one tag away, and returns those that remain. A tag that is not there is no fault. */
export const removeTag = (caseId: string, token: string, removed: string) =>
  changeTags(caseId, token, (tags) => tags.filter((tag) => tag !== removed));

async function changeTags(caseId: string, token: string, change: (tags: string[]) => string[]): Promise<string[]> {
  return transaction(async (sql) => {
    const [snitch] = await sql<{ id: string; tags: string[] }>(
      "SELECT id, tags FROM snitches WHERE case_id = $1 AND token = $2 FOR UPDATE",
      [caseId, token],
    );
    if (!snitch) throw notFound("snitch");
    const tags = change(snitch.tags);
    if (tags.length > MOST_TAGS) {
      throw invalid([{ attribute: "tags", message: `has too many tags (maximum is ${MOST_TAGS})` }]);
    }
    await sql("UPDATE snitches SET tags = $2 WHERE id = $1", [snitch.id, tags]);
    return tags;
  });
}
