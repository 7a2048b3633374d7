import { setTimeout as wait } from "node:timers/promises";
import { type CheckInRequest, readClient } from "@/lib/check-ins/handle";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import type { CheckInResult } from "@/lib/rules/reports/check-in";
import { recordSignal } from "../record-signal";
import { changesSettings } from "./changes-settings";
import { findMonitor, type Project, type StoredMonitor } from "./find-monitor";
import type { MonitorCheckIn } from "./monitor-check-in";
import { type MonitorConfig, monitorConfigFrom } from "./monitor-config";

/** The result of a check-in. An accepted one counts, even if its settings have a problem. */
export type Outcome =
  | { kind: "accepted"; problem: string | null }
  | { kind: "refused"; status: 400 | 403 | 404 | 409; message: string }
  | { kind: "limited"; waitSeconds: number; message: string }
  | { kind: "lost" };

/** Gives the monitor the settings that come with a check-in, and then records it. Throws if it cannot find the monitor. */
export async function reportCheckIn(
  request: CheckInRequest,
  project: Project,
  checkIn: MonitorCheckIn,
  at: Date,
): Promise<Outcome> {
  const { config: input, environment } = checkIn;
  const config = input === undefined || input === null ? null : monitorConfigFrom(input);
  const stored = monitorIn(project, environment);
  if (!stored) return reportToNew(request, project, checkIn, config, at);
  const problem =
    typeof config === "string" ? config : config && (await apply(request, project, stored, config, at));
  if (problem) log.warn({ case: project.caseId, token: stored.token, problem }, "settings were not applied");
  return record(request, stored.checkInKey, checkIn, problem, at);
}

/** A snitch without an environment, as people add it, belongs to the default one. */
const monitorIn = ({ monitors }: Project, environment: string) =>
  monitors.find((one) => one.environment === environment) ??
  (environment === "production" ? monitors.find((one) => one.environment === "") : undefined);

async function reportToNew(
  request: CheckInRequest,
  { caseId, monitors: [sibling], dsn }: Project,
  checkIn: MonitorCheckIn,
  config: MonitorConfig | string | null,
  at: Date,
): Promise<Outcome> {
  const problem = typeof config === "string" ? config : null;
  if (problem && !sibling) return { kind: "refused", status: 400, message: problem };
  const usable = typeof config === "string" ? null : config;
  if (!usable && !sibling) return { kind: "refused", status: 404, message: noMonitor(checkIn.slug) };
  const { actorAt, countChange, createMonitor } = await import("./manage-monitor");
  const waitSeconds = await countChange(caseId, at);
  if (waitSeconds > 0) return { kind: "limited", waitSeconds, message: TOO_MANY_CHANGES };
  try {
    const by = actorAt(readClient(request).address);
    const checkInKey = await createMonitor(caseId, checkIn, usable, sibling, by);
    // So that the end of the run finds it even if the database is unavailable by then.
    await findMonitor(dsn.number, dsn.key, checkIn.slug).catch(() => null);
    return record(request, checkInKey, checkIn, problem, at);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      kind: "refused",
      status: error.type === "resource_invalid" ? 400 : 403,
      message: formatRefusal(error),
    };
  }
}

const noMonitor = (slug: string) =>
  `No snitch has the slug “${slug}”. It is created by a check-in with a monitor_config that has a schedule.`;

const TOO_MANY_CHANGES = "Too many new or changed monitors. Try again later.";

/** How long a check-in waits for its settings at most: it must count even if the database doesn't respond. */
const CHANGE_TIMEOUT_MS = 3_000;

const NOT_CHANGED = "The settings could not be changed. They are with the next check-in.";

/** Changes the settings if they differ. Returns why that failed, which loses no check-in. */
const apply = (...terms: Parameters<typeof change>): Promise<string | null> =>
  Promise.race([change(...terms), wait(CHANGE_TIMEOUT_MS, NOT_CHANGED, { ref: false })]);

async function change(
  request: CheckInRequest,
  { caseId }: Project,
  stored: StoredMonitor,
  config: MonitorConfig,
  at: Date,
): Promise<string | null> {
  try {
    if (!changesSettings(config, stored)) return null;
    const { actorAt, changeMonitor, countChange } = await import("./manage-monitor");
    if ((await countChange(caseId, at)) > 0) return TOO_MANY_CHANGES;
    await changeMonitor(caseId, stored, config, at, actorAt(readClient(request).address));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return formatRefusal(error);
    if (!isConnectionError(error))
      log.error({ err: error, token: stored.token }, "settings were not applied");
    return NOT_CHANGED;
  }
}

/** The problem, in one line. */
const formatRefusal = ({ message, validations = [] }: Refusal) =>
  validations.length > 0
    ? `${validations.map(({ attribute, message }) => `${attribute} ${message}`).join("; ")}.`
    : message;

async function record(
  request: CheckInRequest,
  checkInKey: string,
  { status, rid, reportedMs, environment, slug }: MonitorCheckIn,
  problem: string | null,
  at: Date,
): Promise<Outcome> {
  // It says nothing about a run: the snitch itself belongs to the environment.
  const isPlain = status === "ok" && rid === null && reportedMs === null;
  const kind = status === "in_progress" ? ("start" as const) : ("finish" as const);
  const signal = {
    token: checkInKey,
    kind: isPlain ? null : kind,
    exitStatus: status === "error" ? "error" : status === "ok" ? "0" : "",
    rid,
    reportedMs,
    env: environment,
  };
  return toOutcome(await recordSignal(request, signal, at), slug, problem, at);
}

function toOutcome(result: CheckInResult, slug: string, problem: string | null, at: Date): Outcome {
  switch (result.kind) {
    case "recorded":
      return { kind: "accepted", problem };
    case "limited": {
      const waitMs = result.decision.resetAt.getTime() - at.getTime();
      return { kind: "limited", waitSeconds: Math.max(1, Math.ceil(waitMs / 1_000)), message: TOO_MANY };
    }
    case "refused":
      return { kind: "refused", status: result.status, message: result.sentence };
    case "unknown":
      return { kind: "refused", status: 404, message: noMonitor(slug) };
    case "lost":
      return { kind: "lost" };
  }
}

const TOO_MANY =
  "Too many check-ins of this monitor: 6 starts a minute, and after the first 10 in an hour one other check-in a minute are accepted.";
