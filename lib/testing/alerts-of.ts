import { db } from "@/lib/platform/db";
import type { ExpectedAlert } from "./reference-model";

/** The alerts of a snitch in the order in which they were raised, as a model has them. */
export async function alertsOf(snitchId: string): Promise<ExpectedAlert[]> {
  const alerts = await db.alert.findMany({
    where: { snitchId },
    include: { _count: { select: { emails: true } } },
    orderBy: { id: "asc" },
  });
  return alerts.map(({ kind, from, to, at, _count }) => ({
    kind,
    from,
    to,
    at: at.getTime() / 60_000,
    byEmail: _count.emails > 0,
  }));
}
