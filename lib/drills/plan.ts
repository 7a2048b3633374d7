import { z } from "zod";
import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound } from "@/lib/platform/refusal";
import { typedTimezone } from "@/lib/platform/typed-timezone";
import { type DrillPlan, formatPlan, nextDrillAt } from "@/lib/rules/notifications/monthly-drill";
import { lockCaseForDrill } from "./lock-case";
import { SKIP_REASONS, type SkipReason } from "./skip-reason";

/** What the audit log calls it. */
export const PLAN_NAME = "monthly fire drill";

/** `nextAt`: null while it is switched off. */
export type StoredPlan = DrillPlan & {
  nextAt: Date | null;
  lastMonth: string | null;
  skippedAt: Date | null;
  skipReason: SkipReason | null;
};

const COLUMNS = `day, hour, timezone AS zone, next_at AS "nextAt", last_month AS "lastMonth", skipped_at AS "skippedAt",
  skip_reason AS "skipReason"`;

/** The monthly fire drill of a case. Null if no one has ever planned one. */
export async function findPlan(caseId: string, sql: Sql = query): Promise<StoredPlan | null> {
  const [row] = await sql<StoredPlan>(`SELECT ${COLUMNS} FROM drill_schedules WHERE case_id = $1`, [caseId]);
  return row ?? null;
}

const day = z.coerce.number({ error: "must be a number from 0 to 7" }).int().min(0).max(7);

/** A plan as a form has it. Null: switched off. */
export const drillPlan = z
  .object({
    monthly: z.enum(["on", "off"], { error: "must be on or off" }),
    day: day.transform((value) => value as DrillPlan["day"]),
    hour: z.coerce.number({ error: "must be an hour from 0 to 23" }).int().min(0).max(23),
    timezone: typedTimezone,
  })
  .transform(({ monthly, timezone: zone, ...plan }) => (monthly === "on" ? { ...plan, zone } : null));

/**
 * Plans a fire drill for each month, or none (null), and records the change. A month that had its drill gets no second one. Does nothing
 * if the plan is the same.
 */
export async function savePlan(caseId: string, plan: DrillPlan | null, by: Actor, now: Date): Promise<void> {
  await transaction(async (sql) => {
    if (!(await lockCaseForDrill(sql, caseId))) throw notFound("case");
    const current = await findPlan(caseId, sql);
    const facts = changesBetween({ plan: format(current?.nextAt ? current : null) }, { plan: format(plan) });
    if (Object.keys(facts).length === 0) return;
    if (plan) await store(sql, caseId, plan, nextDrillAt(plan, now, current?.lastMonth ?? null));
    else await sql("UPDATE drill_schedules SET next_at = NULL WHERE case_id = $1", [caseId]);
    await recordEvents(sql, caseId, by, [
      { action: "drill.planned", resource: { id: caseId, name: PLAN_NAME }, facts },
    ]);
  });
  publishChange([caseId]);
}

const format = (plan: DrillPlan | null) => (plan ? formatPlan(plan) : "off");

const store = (sql: Sql, caseId: string, { day: onDay, hour, zone }: DrillPlan, nextAt: Date) =>
  sql(
    `INSERT INTO drill_schedules (case_id, day, hour, timezone, next_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (case_id) DO UPDATE SET day = $2, hour = $3, timezone = $4, next_at = $5, skipped_at = NULL, skip_reason = NULL`,
    [caseId, onDay, hour, zone, nextAt],
  );

/** Why the last one was skipped, in words that follow “because”. Null if it was not. */
export const formatSkip = ({ skipReason }: StoredPlan) => (skipReason ? SKIP_REASONS[skipReason] : null);
