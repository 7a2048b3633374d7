import { countRange } from "@/lib/history/days/count-range";
import type { TransactionalFacts } from "@/lib/mail/templates/transactional-facts";
import { query } from "@/lib/platform/db";
import { NO_DAY } from "@/lib/rules/history/day-counts";
import { healthyPercent } from "@/lib/rules/history/period-counts";
import { type ScheduleColumns, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { addRemedies } from "@/lib/suggestions/find-remedy";
import { listSuggestions } from "@/lib/suggestions/list";

export type DigestFigures = Awaited<ReturnType<typeof digestFigures>>;

/** How many lines each list of a digest has at most. */
export const MAX_LISTED = 30;

/** How many characters of a note it has. */
const MAX_NOTE = 300;

type Facts = TransactionalFacts<"digest">;

/** What a case was like in this time, and what is open and suggested now. */
export async function digestFigures(caseId: string, start: Date, end: Date, now: Date) {
  const open = await query<Facts["open"][number] & { count: number }>(
    `SELECT s.name, i.opened_at AS since, i.cause IN ('missed', 'overran') AS "isMissing",
       (count(*) OVER ())::int AS count
     FROM incidents i JOIN snitches s ON s.id = i.snitch_id WHERE i.case_id = $1 AND i.closed_at IS NULL
     ORDER BY i.opened_at, i.id LIMIT ${MAX_LISTED}`,
    [caseId],
  );
  const notes = await query<Facts["notes"][number] & { count: number }>(
    `SELECT s.name, n.written_by AS by, n.state, left(n.text, ${MAX_NOTE}) AS text, (count(*) OVER ())::int AS count
     FROM incident_notes n JOIN incidents i ON i.id = n.incident_id JOIN snitches s ON s.id = i.snitch_id
     WHERE i.case_id = $1 AND n.at >= $2 AND n.at < $3 ORDER BY n.id LIMIT ${MAX_LISTED}`,
    [caseId, start, end],
  );
  const listed = await listSnitches(caseId, start, end);
  const counts = await countRange(
    listed.map((row) => ({ ...row, ...toScheduleTerms(row), caseId })),
    start,
    end,
    now,
  );
  const [alerts] = await query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM alerts WHERE case_id = $1 AND at >= $2 AND at < $3 AND kind <> 'paused' AND disproved_at IS NULL) AS any`,
    [caseId, start, end],
  );
  const suggestions = await listSuggestions({ caseId }, now);
  const listedSuggestions = await addRemedies(caseId, suggestions.slice(0, MAX_LISTED), now);
  const snitches = listed.map(({ id, name, medianMs, longestMs }) => {
    const ofSnitch = counts.get(id) ?? NO_DAY;
    const { missed: misses, late } = ofSnitch;
    return { name, keptPercent: healthyPercent(ofSnitch), misses, late, medianMs, longestMs };
  });
  return {
    open: open.map(({ count: _, ...incident }) => incident),
    openCount: open[0]?.count ?? 0,
    notes: notes.map(({ count: _, ...note }) => note),
    noteCount: notes[0]?.count ?? 0,
    snitches,
    count: listed[0]?.count ?? 0,
    /** Whether any snitch turned bad or good in this time, or was missing still. */
    hasAlerts: alerts?.any === true,
    suggestions: listedSuggestions.map(({ name, suggested }) => ({ name, suggested })),
    suggestionCount: suggestions.length,
  };
}

type ListedSnitch = ScheduleColumns & {
  id: string;
  name: string;
  createdAt: Date;
  medianMs: number | null;
  longestMs: number | null;
  count: number;
};

const listSnitches = (caseId: string, start: Date, end: Date) =>
  query<ListedSnitch>(
    `WITH listed AS (
       SELECT s.*, longest.ms AS longest_ms, (count(*) OVER ())::int AS count
       FROM snitches s CROSS JOIN LATERAL (
         SELECT count(*) AS misses FROM alerts a WHERE a.snitch_id = s.id AND a.kind = 'missing'
           AND a.at > $2 AND a.at <= $3 AND NOT a.is_reminder AND a.disproved_at IS NULL) AS missed
       CROSS JOIN LATERAL (
         SELECT max(extract(epoch FROM least(coalesce(i.closed_at, $3), $3) - greatest(i.opened_at, $2)) * 1000)::float
           AS ms FROM incidents i
         WHERE i.snitch_id = s.id AND i.disproved_at IS NULL AND i.opened_at < $3 AND (i.closed_at IS NULL OR i.closed_at > $2)) AS longest
       WHERE s.case_id = $1 AND s.created_at < $3
       ORDER BY missed.misses DESC, longest.ms DESC NULLS LAST, s.name, s.id LIMIT ${MAX_LISTED})
     SELECT s.id, s.name, s.created_at AS "createdAt", s.interval, s.schedule, s.timezone, s.grace,
       s.start_grace AS "startGrace", s.early, s.active,
       s.longest_ms AS "longestMs", s.count, (
         SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY coalesce(r.reported_ms, r.duration_ms)) FROM runs r
         WHERE r.snitch_id = s.id AND r.at >= $2 AND r.at < $3 AND r.outcome = 'succeeded') AS "medianMs"
     FROM listed s`,
    [caseId, start, end],
  );
