import type { CheckIn } from "@/lib/check-ins/check-in";
import { findAlertRules } from "@/lib/incidents/store";
import { listSilences } from "@/lib/listeners/silences";
import { maintenanceCovering } from "@/lib/maintenance/covering";
import { readTimes, selected } from "@/lib/platform/columns";
import { query } from "@/lib/platform/db";
import { DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { NO_PAUSE } from "@/lib/rules/pause-rules";
import { NO_FACTS, type Run } from "@/lib/rules/runs/run";
import { type Settings, settingsOf } from "@/lib/rules/settings";
import { NO_ARRIVALS } from "@/lib/rules/smart-deadline";
import { BY_LATEST_REPORT, NO_RUNS } from "@/lib/rules/snitch-state";
import { listRunsBetween } from "@/lib/runs/list-between";
import { type LockedSnitch, readSnitches } from "@/lib/snitches/store";
import type { History, PastPause } from "./history";
import { loadParents } from "./load-parents";

/** So many check-ins before the range are replayed, too, so that its beginning finds what Tattle had learned by then. */
const WARM_UP = 50;

/** Loads what happened to a snitch of the case in a range of time; null if there is no such snitch. */
export async function loadHistory(
  caseId: string,
  token: string,
  from: Date,
  until: Date,
): Promise<History | null> {
  const [now] = await readSnitches(query, "s.case_id = $1 AND s.token = $2", [caseId, token], 1);
  if (!now) return null;
  const start = await startOf(now.id, from);
  const [settings, pastSettings, checkIns, pauses, acknowledgedAt, silences, maintenance, parentsAt] =
    await Promise.all([
      findSettings(now),
      listPastSettings(now.id, start),
      listCheckIns(now.id, start, until),
      listPauses(now, start, until),
      listAcknowledged(now.id, start),
      listSilences(query, start, until),
      maintenanceCovering(query, [now], start, until),
      loadParents(now.id, start),
    ]);
  const snitch: LockedSnitch = { ...now, ...BLANK, ...settings };
  return {
    ...{ snitch, checkIns, pauses, settings, pastSettings, acknowledgedAt, silences, parentsAt },
    maintenance: maintenance.get(now.id) ?? [],
  };
}

/** A snitch to which nothing has happened. */
const BLANK = {
  ...NO_ARRIVALS,
  ...NO_RUNS,
  ...NO_PAUSE,
  ...BY_LATEST_REPORT,
  ...{ status: "pending", deadline: null, checkedInAt: null, erroredAt: null, missingSince: null },
  ...{ recovering: false, deferredSince: null, storedRuns: [] },
  ...{ countedHour: null, hourCount: 0, countedMinute: null, refusedMinute: null },
  ...{ signalMinute: null, signalCount: 0 },
} as const satisfies Partial<LockedSnitch>;

async function findSettings(snitch: LockedSnitch): Promise<Settings> {
  const rules = (await findAlertRules(query, [snitch.id])).get(snitch.id) ?? DEFAULT_RULES;
  return settingsOf({ ...snitch, ...rules });
}

/** Before the range, so that its first check-ins find a snitch that has learned something. */
async function startOf(snitchId: string, from: Date): Promise<Date> {
  const rows = await query<{ at: Date }>(
    `SELECT at FROM check_ins WHERE snitch_id = $1 AND at < $2 AND accepted ORDER BY at DESC LIMIT ${WARM_UP}`,
    [snitchId, from],
  );
  return rows.at(-1)?.at ?? from;
}

/** `kind` is null for a finish, which almost all of them are. */
type CheckInRow = Pick<CheckIn, "id" | "at" | "exitStatus" | "method"> & {
  kind: "violation" | "start" | "expected_start" | null;
  runId: string | null;
};

async function listCheckIns(snitchId: string, from: Date, until: Date): Promise<CheckIn[]> {
  const [rows, runs] = await Promise.all([
    query<CheckInRow>(
      `SELECT c.id, ${selected("c", "at", "at", "time")}, c.exit_status AS "exitStatus", c.method,
         nullif(c.kind::text, 'finish') AS kind, c.run_id AS "runId" FROM check_ins c
       WHERE c.snitch_id = $1 AND c.at BETWEEN $2 AND $3 AND c.accepted AND c.kind NOT IN ('log', 'ignored')
       ORDER BY c.at, c.id`,
      [snitchId, from, until],
    ),
    listRunsBetween(query, snitchId, from, until),
  ]);
  const byId = new Map(runs.map((run) => [run.id, run]));
  return rows.map((row) => {
    readTimes(row, ["at"]);
    return checkInOf(row, row.runId === null ? undefined : byId.get(row.runId));
  });
}

const NO_OUTPUT = { bytes: 0, keptBytes: 0, data: "" };

/** A check-in as it was received, as far as its row and that of its run tell. */
function checkInOf({ id, at, exitStatus, method, kind }: CheckInRow, run: Run | undefined): CheckIn {
  const checkIn = { id, at, exitStatus, method, token: "", message: "", address: "", userAgent: "" };
  if (!run) return checkIn;
  const isStart = kind === "start" || kind === "expected_start";
  const facts = isStart
    ? { ...NO_FACTS, host: run.host, env: run.env }
    : { reportedMs: run.reportedMs, host: run.host, env: run.env, metrics: run.metrics };
  return {
    ...checkIn,
    signal: { ...facts, kind: isStart ? "start" : "finish", rid: run.rid, isInPath: true },
    // A finish without a start is a run only if it says more than that the job ran.
    ...(!isStart && run.startedAt === null && { output: NO_OUTPUT }),
  };
}

async function listPastSettings(snitchId: string, from: Date) {
  return query<{ until: Date; settings: Settings }>(
    "SELECT until, settings FROM past_settings WHERE snitch_id = $1 AND until > $2 ORDER BY until",
    [snitchId, from],
  );
}

/** The alert of a check-in that ended a pause is the only trace of it. */
async function listPauses({ id, pausedAt }: LockedSnitch, from: Date, until: Date): Promise<PastPause[]> {
  const ended = await query<PastPause>(
    `SELECT p.starts_at AS "startsAt", p.ends_at AS "endsAt", EXISTS (
       SELECT FROM alerts a WHERE a.snitch_id = p.snitch_id AND a.at = p.ends_at AND a.kind = 'reporting' AND a."from" = 'paused'
     ) AS "endedByReport" FROM pauses p
     WHERE p.snitch_id = $1 AND p.ends_at >= $2 AND p.starts_at <= $3 ORDER BY p.starts_at, p.id`,
    [id, from, until],
  );
  if (!pausedAt || pausedAt > until) return ended;
  return [...ended, { startsAt: pausedAt, endsAt: null, endedByReport: false }];
}

async function listAcknowledged(snitchId: string, from: Date): Promise<Date[]> {
  const rows = await query<{ at: Date }>(
    "SELECT acknowledged_at AS at FROM incidents WHERE snitch_id = $1 AND acknowledged_at >= $2",
    [snitchId, from],
  );
  return rows.map(({ at }) => at);
}
