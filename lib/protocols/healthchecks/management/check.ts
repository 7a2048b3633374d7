import { createHash } from "node:crypto";
import type { Snitch } from "@/lib/platform/generated/client";
import { durationOf, type Run } from "@/lib/rules/runs/run";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { deadlineAfter } from "@/lib/rules/state/match-tick";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { buildBadgeKey } from "./badge-key";
import type { Version } from "./changes";
import { expectedAt } from "./schedule";
import { type SettingsColumns, toSettings } from "./settings";

/** The columns of a snitch that a check shows. */
export type CheckColumns = SettingsColumns &
  Pick<Snitch, "checkInKey" | "deadline" | "checkedInAt" | "erroredAt" | "running" | "checkInCount">;

/** What the row doesn't contain: the latest run, and the latest report of an errored snitch. */
export type CheckFacts = { lastRun: Run | null; lastErrorAt: Date | null };

/** How a check is shown, and where. The URLs have no slash at the end. */
export type View = {
  version: Version;
  isReadOnly: boolean;
  appUrl: string;
  checkInUrl: string;
  now: Date;
};

export type CheckStatus = "new" | "up" | "grace" | "down" | "paused";

const STATUS = {
  pending: "new",
  healthy: "up",
  failed: "down",
  errored: "down",
  paused: "paused",
} as const satisfies Record<Snitch["status"], CheckStatus>;

/** An instant in whole seconds, as Healthchecks writes it. */
export const isoSeconds = (at: Date | null) => at && `${at.toISOString().slice(0, 19)}+00:00`;

type StatusColumns = Pick<
  CheckColumns,
  "status" | "deadline" | "checkedInAt" | "running" | Exclude<keyof SettingsColumns, "filters">
>;

/** The status of a snitch. A late one that isn't missing yet is in its grace. */
export function computeStatus(snitch: StatusColumns, now: Date): CheckStatus {
  const status = STATUS[snitch.status];
  const expected = findExpected(snitch);
  return status === "up" && expected && now >= expected ? "grace" : status;
}

/**
 * When the next ping is expected; null if none is. For us, the start of a run is enough until its limit, and moves the deadline. For
 * Healthchecks a late job stays late until it has run.
 */
function findExpected(snitch: StatusColumns): Date | null {
  const { deadline, checkedInAt, running } = snitch;
  if (!deadline) return null;
  const expected = expectedAt(snitch, deadline);
  const afterLast =
    running > 0 && checkedInAt && expectedAt(snitch, deadlineAfter(toScheduleTerms(snitch), checkedInAt));
  return afterLast && afterLast < expected ? afterLast : expected;
}

/**
 * The SHA-1 that identifies a check for read-only keys, so that they learn no address that accepts pings. For a UUID, it is that of
 * Healthchecks, of the first half, which would contain almost all of one of our tokens: it could be found by trying.
 */
export const computeUniqueKey = ({ token, id }: { token: string; id: string }) =>
  createHash("sha1")
    .update(isUuidInAnyCase(token) ? token.replaceAll("-", "").toLowerCase().slice(0, 16) : buildBadgeKey(id))
    .digest("hex");

/** A snitch as a check. The members are in the order in which Healthchecks writes them. */
export function presentCheck(snitch: CheckColumns, facts: CheckFacts, view: View) {
  const { name, slug, tags, desc, grace, timeout, schedule, tz, channels, ...settings } = toSettings(snitch);
  const status = computeStatus(snitch, view.now);
  const isStarted = snitch.running > 0 && status !== "paused";
  return {
    name,
    slug,
    tags,
    desc,
    grace,
    n_pings: snitch.checkInCount,
    status: isStarted && view.version === 1 ? "started" : status,
    started: isStarted,
    last_ping: isoSeconds(findLastPing(snitch, facts)),
    next_ping: isoSeconds(findNextPing(snitch, facts, isStarted)),
    manual_resume: settings.manual_resume,
    methods: settings.methods,
    subject: settings.filter_subject ? settings.success_kw : "",
    subject_fail: settings.filter_subject ? settings.failure_kw : "",
    start_kw: settings.start_kw,
    success_kw: settings.success_kw,
    failure_kw: settings.failure_kw,
    filter_subject: settings.filter_subject,
    filter_body: settings.filter_body,
    filter_http_body: settings.filter_http_body,
    filter_default_fail: settings.filter_default_fail,
    badge_url: `${view.appUrl}/b/2/${buildBadgeKey(snitch.id)}.svg`,
    ...computeLastDuration(facts),
    ...(view.isReadOnly
      ? { unique_key: computeUniqueKey(snitch) }
      : { ...addresses(snitch, view), channels }),
    ...(schedule === null ? { timeout } : { schedule, tz }),
  };
}

/** The UUID stays when the check-in URL is replaced: it names the check here. */
function addresses(
  snitch: { token: string; checkInKey: string; id: string },
  { version, appUrl, checkInUrl }: View,
) {
  const uuid = toUuid(snitch);
  const url = `${appUrl}/api/v${version}/checks/${uuid}`;
  return {
    uuid,
    ping_url: `${checkInUrl}/ping/${toUuid({ id: snitch.id, token: snitch.checkInKey })}`,
    update_url: url,
    pause_url: `${url}/pause`,
    resume_url: `${url}/resume`,
  };
}

/** Omitted if unknown or shorter than a second. */
function computeLastDuration({ lastRun }: CheckFacts) {
  const seconds = Math.floor(((lastRun && durationOf(lastRun)) ?? 0) / 1_000);
  return seconds > 0 && { last_duration: seconds };
}

function findLastPing({ checkedInAt, erroredAt }: CheckColumns, { lastErrorAt }: CheckFacts): Date | null {
  return [checkedInAt, erroredAt, lastErrorAt].reduce((one, other) =>
    one && (!other || one > other) ? one : other,
  );
}

/** Only for a check that is up. While its job runs, when the run began. */
function findNextPing(snitch: CheckColumns, { lastRun }: CheckFacts, isStarted: boolean): Date | null {
  const { status } = snitch;
  const expected = status === "healthy" ? findExpected(snitch) : null;
  const startedAt = isStarted && lastRun?.outcome === "running" ? lastRun.startedAt : null;
  if (STATUS[status] === "down" || !startedAt) return expected;
  return expected && expected < startedAt ? expected : startedAt;
}
