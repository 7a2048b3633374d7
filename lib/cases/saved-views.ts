import { db, prepared, toSql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { invalidAttribute, notFound, Refusal } from "@/lib/platform/refusal";
import { filledText } from "@/lib/platform/text-input";

export type SavedView = { id: string; name: string; query: string };

const MAX_VIEWS = 30;

export const viewName = filledText(60);

/** The views that a member saved, oldest first. */
export const listSavedViews = (caseId: string, userId: string): Promise<SavedView[]> =>
  prepared("SELECT id, name, query FROM saved_views WHERE case_id = $1 AND user_id = $2 ORDER BY id", [
    caseId,
    userId,
  ]);

/** Saves a view. If the member has one of this name, it gets the new query. */
export async function saveView(
  caseId: string,
  userId: string,
  { name, query }: Omit<SavedView, "id">,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const views = await tx.savedView.findMany({ where: { caseId, userId } });
    if (views.length >= MAX_VIEWS && !views.some((view) => view.name === name)) {
      throw new Refusal("resource_invalid", `You have ${MAX_VIEWS} views here. Delete one first.`);
    }
    await toSql(tx)(
      `INSERT INTO saved_views (id, case_id, user_id, name, query) VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5)
       ON CONFLICT (case_id, user_id, name) DO UPDATE SET query = excluded.query`,
      [newId(), caseId, userId, name, query],
    );
  });
}

/** Renames a view of the member. Two views of a member cannot have the same name. */
export async function renameView(caseId: string, userId: string, id: string, name: string): Promise<void> {
  const views = await listSavedViews(caseId, userId);
  if (!views.some((view) => view.id === id)) throw notFound("view");
  if (views.some((view) => view.name === name && view.id !== id)) {
    throw invalidAttribute("name", "is the name of another view");
  }
  await db.savedView.updateMany({ where: { id, caseId, userId }, data: { name } });
}

/** Deletes a view of the member. Safe to repeat. */
export async function removeView(caseId: string, userId: string, id: string): Promise<void> {
  await db.savedView.deleteMany({ where: { id, caseId, userId } });
}
