import type { Sql } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import type { AlertRules } from "@/lib/rules/incidents/incident";
import type { Filters } from "@/lib/rules/reports/filters";
import type { RunTerms } from "@/lib/rules/runs/terms";
import type { LockedSnitch } from "@/lib/snitches/store";

/** Attributes of a snitch that people change, and nothing that happens to it does. */
export type StoredAttributes = AlertRules & {
  name: string;
  notes: string;
  url: string;
  tags: string[];
  alertEmail: string[];
  channels: string[];
  silenced: string[];
  slug: string;
  environment: string;
  filters: Filters | null;
  /** Never saved: the protocol whose check-ins set its schedule, and since when its case is on hold. */
  setBy: string | null;
  onHoldAt: Date | null;
};

/** Reads the attributes of a locked snitch. */
export async function readAttributes(sql: Sql, { id }: LockedSnitch): Promise<StoredAttributes> {
  const [attributes] = await sql<StoredAttributes>(
    `SELECT s.name, s.notes, s.url, s.tags, s.alert_email AS "alertEmail", s.channels, s.silenced, s.slug, s.environment,
       s.filters, s.set_by::text AS "setBy", s.alert_after AS "alertAfter", s.alert_after_seconds AS "alertAfterSeconds",
       s.recover_after AS "recoverAfter", s.remind_every AS "remindEvery", s.severity::text AS severity,
       c.on_hold_at AS "onHoldAt"
     FROM snitches s JOIN cases c ON c.id = s.case_id WHERE s.id = $1`,
    [id],
  );
  if (!attributes) throw notFound("snitch");
  return attributes;
}

/** Saves the attributes of a locked snitch in one statement. `rescheduledAt`: when its period began anew; null if it did not. */
export const saveAttributes = (
  sql: Sql,
  { id }: LockedSnitch,
  { filters, ...attributes }: StoredAttributes & RunTerms,
  rescheduledAt: Date | null,
) =>
  sql(
    `UPDATE snitches SET name = $2, notes = $3, url = $4, tags = $5, alert_email = $6, channels = $7, silenced = $8, slug = $9,
       environment = $10, filters = $11::jsonb, alert_after = $12, alert_after_seconds = $13, recover_after = $14,
       remind_every = $15, severity = $16::severity, max_runtime = $17, min_runtime = $18, start_grace = $19,
       expects = $20::expects, checks = $21, rescheduled_at = COALESCE($22, rescheduled_at)
     WHERE id = $1`,
    [
      id,
      attributes.name,
      attributes.notes,
      attributes.url,
      attributes.tags,
      attributes.alertEmail,
      attributes.channels,
      attributes.silenced,
      attributes.slug,
      attributes.environment,
      filters && JSON.stringify(filters),
      attributes.alertAfter,
      attributes.alertAfterSeconds,
      attributes.recoverAfter,
      attributes.remindEvery,
      attributes.severity,
      attributes.maxRuntime,
      attributes.minRuntime,
      attributes.startGrace,
      attributes.expects,
      attributes.checks,
      rescheduledAt,
    ],
  );
