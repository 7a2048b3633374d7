import { db, prepared } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";

/** The cases that the user is a member of, oldest first. */
export const listUserCases = (userId: string): Promise<Pick<Case, "id" | "name">[]> =>
  prepared(
    "SELECT c.id, c.name FROM members m JOIN cases c ON c.id = m.case_id WHERE m.user_id = $1 ORDER BY c.id",
    [userId],
  );

export const countSnitches = (caseId: string): Promise<number> => db.snitch.count({ where: { caseId } });
