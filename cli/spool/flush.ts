import path from "node:path";
import { groupBy } from "@/lib/rules/group-by";
import { takeLock } from "@/scripts/lock.mjs";
import type { Settings } from "../config";
import { type DeliveryResult, deliver, findServer } from "./deliver";
import type { SpooledReport } from "./report";
import { hasLiveOwner, listSpool, openSpool, readReport, readSpooled, removeSpooled } from "./spool";

/** What became of the reports of a spool. `waiting`: those that are left. `isBusy`: another process is at it. */
export type FlushResult = {
  delivered: number;
  refused: number;
  waiting: number;
  isBusy: boolean;
  reasons: string[];
};

const TIMEOUT_MS = 10_000;
/** After the last wait the timer, which comes once a minute, takes over. */
const WAITS_MS = [1_000, 3_000, 9_000];

/**
 * Delivers what waits in the spool, of each server oldest first, one process at a time. While a server cannot be reached, it waits a little
 * longer each time, and then leaves the rest of that server. Safe to kill: a report is removed after its server has it, and its `rid` makes a repeat harmless.
 */
export async function flushSpool(
  settings: Settings | null,
  { isStopped = () => false, folder = openSpool() }: { isStopped?: () => boolean; folder?: string } = {},
): Promise<FlushResult> {
  const result: FlushResult = { delivered: 0, refused: 0, waiting: 0, isBusy: false, reasons: [] };
  const files = listWaiting(folder);
  if (files.length === 0) return result;
  const lock = takeLock(path.join(folder, "flush.lock"));
  if (!lock) return { ...result, waiting: files.length, isBusy: true };
  try {
    // No server waits for another one.
    const servers = groupBy(files, (file) => findServer(readReport(file), settings));
    await Promise.all([...servers.values()].map((each) => flush(each, settings, isStopped, result)));
  } finally {
    lock.release();
  }
  return { ...result, waiting: countWaiting(folder) };
}

/** The reports that no running process is going to send itself. */
const listWaiting = (folder: string) => listSpool(folder).filter((file) => !hasLiveOwner(file));

export const countWaiting = (folder: string) => listWaiting(folder).length;

async function flush(
  files: string[],
  settings: Settings | null,
  isStopped: () => boolean,
  result: FlushResult,
) {
  /** Snitches whose reports the server does not take for now: later ones of them would overtake. */
  const limited = new Set<string>();
  for (const file of files) {
    const spooled = readSpooled(file);
    if (!spooled || isStopped()) continue;
    const snitch = JSON.stringify([spooled.report.server, spooled.report.snitch]);
    if (limited.has(snitch)) continue;
    const { outcome, reason, isLimited } = await deliverPatiently(spooled, settings, isStopped);
    if (outcome !== "failed") removeSpooled(file);
    if (outcome === "delivered") result.delivered++;
    if (outcome === "refused") result.refused++;
    if (reason && !result.reasons.includes(reason)) result.reasons.push(reason);
    if (outcome === "failed" && !isLimited) return;
    if (isLimited) limited.add(snitch);
  }
}

type Outcome = { outcome: DeliveryResult["outcome"]; reason: string | null; isLimited: boolean };

async function deliverPatiently(
  { report, output }: SpooledReport,
  settings: Settings | null,
  isStopped: () => boolean,
): Promise<Outcome> {
  for (const waitMs of [...WAITS_MS, null]) {
    const result = await deliver(report, output, settings, { timeoutMs: TIMEOUT_MS, isRepeat: true });
    if (result.outcome === "delivered") return { outcome: "delivered", reason: null, isLimited: false };
    if (result.outcome === "refused") return { ...result, isLimited: false };
    const isLimited = result.retryAfterMs !== null;
    if (waitMs === null || isLimited || isStopped())
      return { outcome: "failed", reason: result.reason, isLimited };
    await new Promise((resolve) => setTimeout(resolve, waitMs * (0.5 + Math.random())));
  }
  throw new Error("There is an attempt after the last wait.");
}
