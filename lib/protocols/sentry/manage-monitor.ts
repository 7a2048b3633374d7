import { countRequest } from "@/lib/api/rate";
import { type Actor, TATTLE } from "@/lib/audit/record";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import { secondsUntilReset } from "@/lib/platform/limiter";
import { notFound, parse } from "@/lib/platform/refusal";
import { createUnlessNamed } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import type { StoredMonitor } from "./find-monitor";
import type { MonitorCheckIn } from "./monitor-check-in";
import type { MonitorConfig } from "./monitor-config";

// Only loaded when a snitch is created or changed: the check-in servers need little memory without it.

/** As long as a run may take at Sentry if nothing else is said. With a limit, the start of a run is enough for its time. */
const DEFAULT_MAX_RUNTIME_SECONDS = 30 * 60;

/** Who a snitch is created or changed by. */
export const actorAt = (address: string): Actor => ({ ...TATTLE, name: "Sentry check-in", address });

/** Counts a creation or change against the API’s limit of the case. Returns how many seconds to wait; 0 if it is allowed. */
export async function countChange(caseId: string, now: Date): Promise<number> {
  const limit = await countRequest(`sentry:${caseId}`, now);
  return limit.isExceeded ? secondsUntilReset(limit, now) : 0;
}

/**
 * Creates the snitch of a monitor in an environment, with these settings, or else with those that it has in another
 * environment. Returns its check-in key. Refuses what the plan or the schedule forbids.
 */
export async function createMonitor(
  caseId: string,
  { slug, environment }: MonitorCheckIn,
  config: MonitorConfig | null,
  sibling: StoredMonitor | undefined,
  by: Actor,
): Promise<string> {
  const theCase = await db.case.findUnique({ where: { id: caseId } });
  if (!theCase) throw notFound("case");
  const settings = {
    ...(sibling ? toLimits(sibling) : { max_runtime: DEFAULT_MAX_RUNTIME_SECONDS }),
    ...(sibling && !config && toSchedule(sibling)),
    ...present(config ?? {}),
  };
  const name = environment === "production" ? slug : `${slug} (${environment})`;
  const input = parse(newSnitch, { name, ...settings });
  const identity = { slug, environment, ...(config && { setBy: "sentry" as const }) };
  const snitch = await createUnlessNamed(theCase, input, by, identity, { kind: "sentry_dsn" });
  return snitch.checkInKey;
}

const toSchedule = ({ interval, schedule, timezone, grace, early, active, startGrace }: StoredMonitor) =>
  schedule === null ? { interval } : { schedule, timezone, grace, early, active, start_grace: startGrace };

const toLimits = ({ maxRuntime, alertAfter, recoverAfter }: StoredMonitor) => ({
  max_runtime: maxRuntime,
  alert_after: alertAfter,
  recover_after: recoverAfter,
});

/** Without the members that are undefined. */
const present = (config: Partial<MonitorConfig>) =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));

/** Gives a snitch these settings, and notes that they come with check-ins. */
export async function changeMonitor(
  caseId: string,
  { token, setBy }: StoredMonitor,
  config: MonitorConfig,
  now: Date,
  by: Actor,
): Promise<void> {
  await updateSnitch(caseId, token, config, now, by, WHOLE_CASE);
  if (setBy === "sentry") return;
  await db.snitch.updateMany({ where: { caseId, token }, data: { setBy: "sentry" } });
}
