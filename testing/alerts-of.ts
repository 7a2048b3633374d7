import { db } from "@/lib/platform/db";
import type { AlertFacts } from "@/lib/rules/state/alert-facts";
import type { ExpectedAlert, ExpectedMiss } from "./reference-model";

/** The alerts of a snitch in the order in which they were raised, as a model has them. */
export async function listRaisedAlerts(snitchId: string): Promise<ExpectedAlert[]> {
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

/** Why the snitch was called missing, as its alerts explain it, in the order in which they were raised. */
export async function listRaisedMisses(snitchId: string): Promise<ExpectedMiss[]> {
  const alerts = await db.alert.findMany({
    where: { snitchId, kind: "missing", isReminder: false },
    select: { at: true, facts: true },
    orderBy: { id: "asc" },
  });
  return alerts.map(({ at, facts }) => {
    const { decidedAt, missed } = facts as AlertFacts;
    if (!missed?.by || !missed.since) throw new Error(`The alert of ${at.toISOString()} explains nothing`);
    const { by, since, runAt, periodEndsAt, graceMs, smart } = missed;
    return {
      at: at.getTime() / 60_000,
      decidedAt: toMinute(decidedAt),
      by,
      since: toMinute(since),
      runAt: toMinute(runAt),
      periodEndsAt: periodEndsAt === null ? null : toMinute(periodEndsAt),
      grace: graceMs / 60_000,
      latest: smart && smart.latestMs / 60_000,
    };
  });
}

const toMinute = (time: string) => Date.parse(time) / 60_000;
