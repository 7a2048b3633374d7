import { prepared } from "@/lib/platform/db";
import type { SnitchFacts } from "@/lib/rules/history/period-outcome";
import type { Window } from "@/lib/rules/schedule/windows";
import type { ListeningGap } from "@/lib/rules/state/listening-gap";
import { IS_SIGNAL } from "@/lib/snitches/reports";

/**
 * The missing alerts about the time of a listening gap. Without fixed times, all since `$4`, because nothing else says which
 * deadline was missed; with maintenance (`$5`), too, because it excuses deadlines. A deadline lies at most a window after the gap that
 * explains it.
 */
const MISSED_AT = `(SELECT coalesce(json_agg(missed.at), '[]') FROM (
   SELECT a.at FROM alerts a
   WHERE (s.schedule ILIKE 'every%' OR s.id = ANY($5::uuid[])) AND a.snitch_id = s.id AND a.kind = 'missing' AND NOT a.is_reminder AND a.disproved_at IS NULL AND a.at > $4::timestamptz
   UNION ALL
   SELECT a.at FROM unnest($2::timestamptz[], $3::timestamptz[]) AS gap(starts, ends)
   JOIN alerts a ON a.snitch_id = s.id AND a.kind = 'missing' AND NOT a.is_reminder AND a.disproved_at IS NULL
     AND a.at > gap.starts AND a.at <= gap.ends + interval '1 month') missed)`;

/**
 * When a snitch first sent a signal. One shortly before the windows says as much about them, and is found in a month or two instead of
 * in all that are kept.
 */
const FIRST_SIGNAL = `coalesce(
   (SELECT at FROM check_ins WHERE snitch_id = s.id AND ${IS_SIGNAL}
      AND at >= asked.starts - interval '1 month' AND at <= asked.starts ORDER BY at DESC LIMIT 1),
   (SELECT at FROM check_ins WHERE snitch_id = s.id AND ${IS_SIGNAL} ORDER BY at LIMIT 1))`;

/**
 * The facts about each snitch that decide the outcome of a period without a report, by snitch id. `maintained`: the ids of those that
 * maintenance covers. `windows`: those that are decided, the earliest first; none of them begins before `from`.
 */
export async function findFacts(
  snitches: { id: string; windows?: Window[] }[],
  maintained: string[],
  listeningGaps: ListeningGap[],
  from: Date,
): Promise<Map<string, SnitchFacts>> {
  const rows = await prepared<SnitchFacts & { id: string }>(
    `SELECT s.id, s.status::text AS status, s.deadline, s.missing_since AS "missingSince",
       ${FIRST_SIGNAL} AS "firstSignalAt", s.rescheduled_at AS "rescheduledAt",
       ${MISSED_AT} AS "missedAt", (
       SELECT coalesce(json_agg(json_build_object('startsAt', p.starts_at, 'endsAt', p.ends_at)), '[]')
       FROM (SELECT starts_at, ends_at FROM pauses WHERE snitch_id = s.id
             UNION ALL SELECT s.paused_at, NULL WHERE s.paused_at IS NOT NULL) p
     ) AS pauses
     FROM unnest($1::uuid[], $6::timestamptz[]) AS asked (id, starts) JOIN snitches s ON s.id = asked.id`,
    [
      snitches.map(({ id }) => id),
      listeningGaps.map(({ startsAt }) => startsAt),
      listeningGaps.map(({ endsAt }) => endsAt),
      from,
      maintained,
      snitches.map(({ windows = [] }) => windows[0]?.start ?? from),
    ],
  );
  const instant = (text: unknown) => (text ? new Date(String(text)) : null);
  return new Map(
    rows.map(({ id, missedAt, pauses, ...facts }) => [
      id,
      {
        ...facts,
        missedAt: missedAt.flatMap((text) => instant(text) ?? []),
        pauses: pauses.flatMap(({ startsAt, endsAt }) => {
          const starts = instant(startsAt);
          return starts ? { startsAt: starts, endsAt: instant(endsAt) } : [];
        }),
      },
    ]),
  );
}
