import { findAlertRules } from "@/lib/incidents/store";
import { maintenanceCovering } from "@/lib/maintenance/covering";
import { listListeningGaps } from "@/lib/outages/listening-gaps";
import { query, type Sql } from "@/lib/platform/db";
import { DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { pickSettings, type Settings } from "@/lib/rules/incidents/settings";
import { NO_RATE_COUNTS } from "@/lib/rules/reports/rate-limit";
import { PENDING } from "@/lib/rules/state/snitch-state";
import { findEarlierRuns } from "@/lib/runs/earlier";
import { type LockedSnitch, readSnitches } from "@/lib/snitches/store";
import { type History, NO_PARENTS, type PastPause } from "./history";
import { listCheckIns } from "./list-check-ins";
import { listDecisions } from "./list-decisions";
import { parentsFrom } from "./parents";

/** How many check-ins before the range are replayed, too, so that its beginning finds what Tattle had learned by then. */
const WARM_UP = 50;

/** More than a snitch can depend on. */
const MAX_SNITCHES = 10;

type Range = {
  from: Date;
  until: Date;
  /** When time was applied, oldest first. Without it, at the very instant at which something was due. */
  sweeps?: Date[];
};

/** Loads what happened to a snitch of the case in a range of time; null if there is no such snitch. */
export async function loadHistory(caseId: string, token: string, range: Range): Promise<History | null> {
  const [history] = await loadHistories("s.case_id = $1 AND s.token = $2", [caseId, token], range);
  if (!history) return null;
  const { id } = history.snitch;
  const parents = await loadHistories(
    "s.id IN (SELECT parent_id FROM dependencies WHERE snitch_id = $1)",
    [id],
    { ...range, from: startOfHistory(history, range.from) },
  );
  return { ...history, ...parentsFrom(parents, range) };
}

const startOfHistory = ({ checkIns: [first] }: History, from: Date) =>
  first && first.at < from ? first.at : from;

/** What happened to snitches, apart from what did to those that they depend on. */
async function loadHistories(where: string, values: unknown[], range: Range): Promise<History[]> {
  const snitches = await readSnitches(query, where, values, MAX_SNITCHES);
  return Promise.all(snitches.map((snitch) => loadOwnHistory(query, snitch, range)));
}

/** What happened to a snitch, apart from what did to those that it depends on. */
export async function loadOwnHistory(
  sql: Sql,
  now: LockedSnitch,
  { from, until }: Pick<Range, "from" | "until">,
): Promise<History> {
  const start = await findStart(sql, now.id, from);
  // One after another: all may be in one transaction.
  const settings = await findSettings(sql, now);
  const pastSettings = await listPastSettings(sql, now.id, start);
  const checkIns = await listCheckIns(sql, now.id, start, until);
  const earlierRuns = await findEarlierRuns(sql, [{ snitchId: now.id, before: start }]);
  const pauses = await listPauses(sql, now, start, until);
  const decisions = await listDecisions(sql, now, start);
  const listeningGaps = await listListeningGaps(sql, start, until);
  const maintenance = await maintenanceCovering(sql, [now], start, until);
  const snitch: LockedSnitch = {
    ...now,
    ...PENDING,
    ...NO_RATE_COUNTS,
    deferredSince: null,
    storedRuns: [],
    earlierRuns: earlierRuns.get(now.id) ?? [],
    ...settings,
  };
  return {
    snitch,
    checkIns,
    pauses,
    settings,
    pastSettings,
    decisions,
    listeningGaps,
    maintenance: maintenance.get(now.id) ?? [],
    ...NO_PARENTS,
  };
}

async function findSettings(sql: Sql, snitch: LockedSnitch): Promise<Settings> {
  const rules = (await findAlertRules(sql, [snitch.id])).get(snitch.id) ?? DEFAULT_RULES;
  return pickSettings({ ...snitch, ...rules });
}

/** Before the range, so that its first check-ins find a snitch that has learned something. */
async function findStart(sql: Sql, snitchId: string, from: Date): Promise<Date> {
  const rows = await sql<{ at: Date }>(
    `SELECT at FROM check_ins WHERE snitch_id = $1 AND at < $2 AND accepted ORDER BY at DESC LIMIT ${WARM_UP}`,
    [snitchId, from],
  );
  return rows.at(-1)?.at ?? from;
}

async function listPastSettings(sql: Sql, snitchId: string, from: Date) {
  return sql<{ until: Date; settings: Settings }>(
    "SELECT until, settings FROM past_settings WHERE snitch_id = $1 AND until > $2 ORDER BY until",
    [snitchId, from],
  );
}

/** The alert of a check-in that ended a pause is the only trace of it. */
async function listPauses(
  sql: Sql,
  { id, pausedAt }: LockedSnitch,
  from: Date,
  until: Date,
): Promise<PastPause[]> {
  const pauses = await sql<PastPause>(
    `SELECT p.starts_at AS "startsAt", p.ends_at AS "endsAt", EXISTS (
       SELECT FROM alerts a WHERE a.snitch_id = p.snitch_id AND a.at = p.ends_at AND a.kind = 'reporting' AND a."from" = 'paused'
     ) AS "endedByReport" FROM pauses p
     WHERE p.snitch_id = $1 AND p.ends_at >= $2 AND p.starts_at <= $3 ORDER BY p.starts_at, p.id`,
    [id, from, until],
  );
  if (!pausedAt || pausedAt > until) return pauses;
  return [...pauses, { startsAt: pausedAt, endsAt: null, endedByReport: false }];
}
