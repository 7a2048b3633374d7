import { db } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";

export const findCase = (id: string): Promise<Case | null> => db.case.findUnique({ where: { id } });

/** The cases that the user is a member of, oldest first. */
export const listUserCases = (userId: string): Promise<Pick<Case, "id" | "name">[]> =>
  db.case.findMany({
    where: { members: { some: { userId } } },
    orderBy: { id: "asc" },
    select: { id: true, name: true },
  });

export const countSnitches = (caseId: string): Promise<number> => db.snitch.count({ where: { caseId } });
