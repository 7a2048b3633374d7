import { query } from "@/lib/platform/db";
import { invalid, notFound } from "@/lib/platform/refusal";
import { applyInput, defaultsOf } from "@/lib/platform/setting";
import { DAY_MS } from "@/lib/rules/durations";
import { pickSettings, type Settings } from "@/lib/rules/incidents/settings";
import { smartProblem, usableTerms } from "@/lib/snitches/schedule-input";
import { runProblems } from "@/lib/snitches/settings/runs";
import { COLUMNS } from "@/lib/snitches/settings/settings";
import {
  adviseGrace,
  findTooShortGrace,
  type GraceAdvice,
  listDelaysMs,
  type TooShortGrace,
} from "./advise-grace";
import type { History } from "./history";
import type { ReplayInput } from "./input";
import { loadHistory } from "./load";
import { replayInSteps } from "./replay";
import type { ReplayedAlert } from "./simulated-history";
import { smallestGraceMinutes } from "./smallest-grace";

/** How far back the smallest grace is looked for. */
export const GRACE_DAYS = 60;

/** An alert as it was raised. */
export type PastAlert = Pick<ReplayedAlert, "kind" | "at" | "cause" | "isNotified" | "isReminder">;

/** The notifications that some settings would have caused, and those that there were. */
export type SnitchReplay = {
  since: Date;
  until: Date;
  settings: Settings;
  /** With these settings, with and without a notification, oldest first. */
  replayed: ReplayedAlert[];
  /** What was raised then, oldest first. */
  raised: PastAlert[];
  /** Those that the snitch has. */
  ownSettings: Settings;
  /** The oldest check-in that was replayed; null if none is stored. */
  firstCheckInAt: Date | null;
  /** Which grace fits the runs of the last `GRACE_DAYS` days, and whether that of these settings is too short for them. */
  advice: GraceAdvice;
  tooShort: TooShortGrace | null;
  /** In minutes; null if there is none. It is looked for after the rest, because that takes longer. */
  smallestGrace: Promise<number | null>;
};

/**
 * Replays the history of a snitch with other settings. Refuses settings that a snitch cannot have. Nothing is saved, and no one
 * is notified.
 */
export async function replaySnitch(
  caseId: string,
  token: string,
  { since, ...input }: ReplayInput,
  now: Date,
): Promise<SnitchReplay> {
  const graceSince = new Date(now.getTime() - GRACE_DAYS * DAY_MS);
  const from = since < graceSince ? since : graceSince;
  const history = await loadHistory(caseId, token, { from, until: now });
  if (!history) throw notFound("snitch");
  const settings = settingsFrom(input, history.settings);
  const replayed = await replayInSteps(history, { settings, until: now });
  const delaysMs = listDelaysMs(settings, history.checkIns, graceSince);
  return {
    since,
    until: now,
    settings,
    ownSettings: history.settings,
    firstCheckInAt: history.checkIns[0]?.at ?? null,
    replayed: replayed.filter(({ at, notifiedAt }) => (notifiedAt ?? at) >= since),
    raised: await listRaised(history.snitch.id, since, now),
    advice: adviseGrace(settings, delaysMs),
    tooShort: findTooShortGrace(settings, delaysMs),
    smallestGrace: inTurn(() => smallestGraceMinutes(history, settings, { since: graceSince, until: now })),
  };
}

let lastSearch: Promise<unknown> = Promise.resolve();

/** One search after another: several long ones at once would slow down all other requests. */
function inTurn<Result>(search: () => Promise<Result>): Promise<Result> {
  const result = lastSearch.then(search);
  lastSearch = result.catch(() => {});
  return result;
}

function settingsFrom(input: Omit<ReplayInput, "since">, current: Settings): Settings {
  const terms = usableTerms(input, current);
  const hasSchedule = terms.schedule !== null;
  const columns = applyInput(COLUMNS, input, { ...defaultsOf(COLUMNS), ...current });
  const after = { ...columns, ...terms, ...(!hasSchedule && { startGrace: null }) };
  const problems = runProblems(after, hasSchedule);
  const alertType = input.alert_type ?? current.alertType;
  const problem = alertType === "smart" ? smartProblem(terms) : null;
  if (problem) problems.push({ attribute: "alert_type", message: problem });
  if (problems.length > 0) throw invalid(problems);
  return pickSettings({ ...after, alertType });
}

const listRaised = (snitchId: History["snitch"]["id"], since: Date, until: Date): Promise<PastAlert[]> =>
  query<PastAlert>(
    `SELECT kind::text AS kind, at, cause::text AS cause, is_told AS "isNotified", is_reminder AS "isReminder" FROM alerts
     WHERE snitch_id = $1 AND at BETWEEN $2 AND $3 ORDER BY at, id`,
    [snitchId, since, until],
  );
