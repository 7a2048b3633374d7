import { db } from "@/lib/db";

/** The providers that a person signs in with, and since when. */
export const listIdentities = (userId: string) =>
  db.identity.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    select: { provider: true, createdAt: true },
  });
