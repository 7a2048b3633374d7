import { db, query } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { type ScheduleColumns, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { type Change, countFlaps, FLAP_MS, MAX_CHANGES } from "@/lib/rules/suggestions/flaps";
import { staleSince } from "@/lib/rules/suggestions/stale";
import type { Suggested } from "@/lib/rules/suggestions/suggested";
import {
  type DailyReports,
  type HostedRun,
  overlappingHosts,
  tooOften,
} from "@/lib/rules/suggestions/too-often";
import { STALE_ORDER, whereStale } from "@/lib/snitches/stale";

export type SuggestedSnitch = { id: string; token: string; name: string; suggested: Suggested };

/** Which snitches: all of a case, or one. */
type Scope = { caseId: string; snitchId?: string };

type Named = { id: string; token: string; name: string };

/** What Tattle suggests about the snitches of a case now, or about one. What is silenced is left out. */
export async function listSuggestions(scope: Scope, now: Date): Promise<SuggestedSnitch[]> {
  const lists = await Promise.all([
    listStale(scope, now),
    listFlapping(scope, now),
    listTooOften(scope, now),
  ]);
  return lists.flat();
}

/** `s` of a case, and one of them if `$2` names it, without those that no one wants to hear this of. */
const IN_SCOPE = (kind: Suggested["kind"]) =>
  `s.case_id = $1 AND ($2::uuid IS NULL OR s.id = $2) AND NOT '${kind}' = ANY(s.silenced)`;

const listParams = ({ caseId, snitchId }: Scope) => [caseId, snitchId ?? null];

async function listStale({ caseId, snitchId }: Scope, now: Date): Promise<SuggestedSnitch[]> {
  const snitches = await db.snitch.findMany({
    where: { caseId, ...(snitchId !== undefined && { id: snitchId }), ...whereStale(now) },
    select: { id: true, token: true, name: true, status: true, missingSince: true, createdAt: true },
    orderBy: STALE_ORDER,
  });
  return snitches.flatMap(({ id, token, name, ...row }) => {
    const since = staleSince(row, now);
    if (!since) return [];
    return { id, token, name, suggested: { kind: "stale", isPending: row.status === "pending", since } };
  });
}

async function listFlapping(scope: Scope, now: Date): Promise<SuggestedSnitch[]> {
  const since = new Date(now.getTime() - FLAP_MS);
  const rows = await query<Named & { alerts: Change[] }>(
    `SELECT s.id, s.token, s.name, a.alerts FROM snitches s CROSS JOIN LATERAL (
       SELECT count(*) AS count, json_agg(json_build_object('kind', a.kind, 'from', a."from", 'to', a."to",
         'isNotified', a.is_told)) AS alerts
       FROM alerts a WHERE a.snitch_id = s.id AND a.kind IN ('missing', 'errored', 'reporting') AND a.at > $3 AND a.at <= $4
         AND a.is_told AND NOT a.is_reminder AND a.disproved_at IS NULL) AS a
     WHERE ${IN_SCOPE("flaps")} AND a.count > ${MAX_CHANGES}`,
    [...listParams(scope), since, now],
  );
  return rows.flatMap(({ alerts, ...named }) => {
    const changes = countFlaps(alerts);
    return changes === null ? [] : { ...named, suggested: { kind: "flaps", changes, remedy: null } };
  });
}

type OftenRow = Named &
  ScheduleColumns & {
    days: DailyReports;
    addresses: string[];
    runs: { host: string; startedAt: string; endedAt: string }[];
  };

/** The reports of a job, how many of them there were, and the runs of the day if they name several hosts. */
async function listTooOften(scope: Scope, now: Date): Promise<SuggestedSnitch[]> {
  const [yesterday, before, first] = [1, 2, 3].map((days) => new Date(now.getTime() - days * DAY_MS));
  const rows = await query<OftenRow>(
    `SELECT s.id, s.token, s.name, s.interval, s.schedule, s.timezone, s.grace, s.start_grace AS "startGrace", s.early, s.active,
       ARRAY[c.today, c."dayBefore", c."twoDaysBefore"] AS days, c.addresses, coalesce(r.runs, '[]') AS runs
     FROM snitches s CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE c.at > $4)::int AS today, count(*) FILTER (WHERE c.at <= $4 AND c.at > $3)::int AS "dayBefore",
         count(*) FILTER (WHERE c.at <= $3)::int AS "twoDaysBefore",
         coalesce(array_agg(DISTINCT c.address) FILTER (WHERE c.at > $4 AND c.address <> ''), '{}') AS addresses
       FROM check_ins c WHERE c.snitch_id = s.id AND c.at > $6 AND c.at <= $5 AND c.kind IN ('finish', 'violation')
         AND c.method <> '' AND c.received_at IS NULL) AS c
     LEFT JOIN LATERAL (
       SELECT json_agg(json_build_object('host', r.host, 'startedAt', r.started_at, 'endedAt', r.ended_at)) AS runs
       FROM runs r WHERE r.snitch_id = s.id AND r.at > $4 AND r.at <= $5 AND r.host <> '' AND r.ended_at IS NOT NULL
         AND r.started_at IS NOT NULL
       HAVING count(DISTINCT r.host) > 1) AS r ON true
     WHERE ${IN_SCOPE("too_often")} AND s.status NOT IN ('pending', 'paused') AND (c.today > 1 OR r.runs IS NOT NULL)`,
    [...listParams(scope), before, yesterday, now, first],
  );
  return rows.flatMap((row) => {
    const suggested = readTooOften(row, now);
    return suggested ? { id: row.id, token: row.token, name: row.name, suggested } : [];
  });
}

function readTooOften({ days, addresses, runs, ...row }: OftenRow, now: Date): Suggested | null {
  const counts = tooOften(toScheduleTerms(row), days, now);
  const hosts = overlappingHosts(runs.map(readRun));
  if (!counts && hosts.length === 0) return null;
  const known = [...new Set(runs.map(({ host }) => host))].sort();
  if (!counts) return { kind: "too_often", reports: null, expected: 0, hosts };
  // Plain check-ins name no host: the addresses that they come from say it as well.
  return { kind: "too_often", ...counts, hosts: known.length > 0 ? known : addresses };
}

const readRun = ({ host, startedAt, endedAt }: OftenRow["runs"][number]): HostedRun => ({
  host,
  startedAt: new Date(startedAt),
  endedAt: new Date(endedAt),
});
