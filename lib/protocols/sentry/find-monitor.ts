import { run } from "@/lib/check-ins/connection";
import { createLookup } from "@/lib/check-ins/lookup";
import type { SettingsSource } from "@/lib/platform/generated/client";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { isCurrentKey } from "./dsn";

/** The settings that check-ins can change. */
export type StoredMonitor = ScheduleTerms & {
  token: string;
  checkInKey: string;
  environment: string;
  maxRuntime: number | null;
  alertAfter: number;
  recoverAfter: number;
  setBy: SettingsSource | null;
};

/** The case that a DSN belongs to, and its snitches with a slug, oldest first. */
export type Project = { caseId: string; monitors: StoredMonitor[]; dsn: { number: string; key: string } };

type Row = { position: number; caseId: string; dsnVersion: number; monitors: StoredMonitor[] };

const FIND = `
  SELECT n.position::int, c.id AS "caseId", c.dsn_version AS "dsnVersion",
    coalesce((
      SELECT json_agg(json_build_object('token', s.token, 'checkInKey', s.check_in_key, 'environment', s.environment, 'interval', s.interval,
        'schedule', s.schedule, 'timezone', s.timezone, 'grace', s.grace, 'startGrace', s.start_grace, 'early', s.early,
        'active', s.active, 'maxRuntime', s.max_runtime, 'alertAfter', s.alert_after, 'recoverAfter', s.recover_after,
        'setBy', s.set_by) ORDER BY s.id)
      FROM snitches s WHERE s.case_id = c.id AND s.slug = n.slug AND s.slug <> ''), '[]') AS monitors
  FROM unnest($1::int[], $2::text[]) WITH ORDINALITY n (number, slug, position) JOIN cases c ON c.number = n.number`;

/** Separates the parts of a text that is looked up. None of them has it. */
const SEPARATOR = " ";

/** A slug that no snitch had may have been taken since. */
const isWithoutMonitor = ({ monitors }: Project, text: string) =>
  monitors.length === 0 && !text.endsWith(SEPARATOR);

// The key is a part of the text, so that nothing is kept for those who do not know it.
const find = createLookup<Project>(async (texts) => {
  const parts = texts.map((text) => text.split(SEPARATOR));
  const numbers = parts.map(([number]) => Number(number));
  const slugs = parts.map(([, , slug]) => slug);
  const rows = (await run(FIND, [numbers, slugs])) as Row[];
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return parts.map(([number = "", key = ""], index) => {
    const row = byPosition.get(index + 1);
    if (!row || !isCurrentKey(key, { id: row.caseId, dsnVersion: row.dsnVersion })) return null;
    return { caseId: row.caseId, monitors: row.monitors, dsn: { number, key } };
  });
}, isWithoutMonitor);

const NUMBER = /^\d{1,9}$/;
const KEY = /^[\da-f]{32}$/;

/**
 * The case with this number and key, and its snitches with this slug, which may be empty; null if there is no such case, or
 * the key isn't its own. While the database is unavailable it returns the last result, and throws without one.
 */
export async function findMonitor(number: string, key: string, slug: string): Promise<Project | null> {
  return NUMBER.test(number) && KEY.test(key) ? find([number, key, slug].join(SEPARATOR)) : null;
}
