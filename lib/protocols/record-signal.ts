import { recordCheckIn } from "@/lib/check-ins/batcher";
import { type CheckInRequest, readClient } from "@/lib/check-ins/handle";
import { happenedAt } from "@/lib/check-ins/happened-at";
import { log } from "@/lib/platform/log";
import type { CheckIn, CheckInResult } from "@/lib/rules/reports/check-in";
import { cutMessage } from "@/lib/rules/reports/parse-report";
import { normalizeExitStatus } from "@/lib/rules/reports/report";
import { NO_FACTS, type RunFacts } from "@/lib/rules/runs/run";
import type { Signal } from "@/lib/rules/runs/signal";

/** A request of another protocol, in our terms. */
export type ReportedSignal = Partial<RunFacts> & {
  token: string;
  /** `null`: a plain check-in, which says nothing about a run. */
  kind: Signal["kind"] | null;
  /** The job's own name for the run. */
  rid?: string | null;
  /** Set if the protocol has one open run at a time. */
  exclusive?: true;
  /** Empty or “0” is healthy. */
  exitStatus?: string;
  message?: string;
  output?: CheckIn["output"];
  /** The text in which the snitch's keywords are looked for; absent if the request itself states its meaning. */
  filtered?: CheckIn["filtered"];
};

/**
 * Records a request of another protocol. Resolves once it is committed, or in the journal while the database is
 * unavailable. Our own faults are logged, with the result `lost`.
 */
export async function recordSignal(
  request: CheckInRequest,
  signal: ReportedSignal,
  at: Date,
): Promise<CheckInResult> {
  const { token, kind, rid = null, exitStatus = "", message = "", output, filtered, ...facts } = signal;
  const happened = happenedAt(request, at);
  if ("kind" in happened) return happened;
  try {
    return await recordCheckIn({
      token,
      ...happened,
      exitStatus: normalizeExitStatus(exitStatus),
      message: cutMessage(message),
      ...readClient(request),
      ...(kind !== null && { signal: { ...NO_FACTS, ...facts, kind, rid, isInPath: true } }),
      ...(output && { output }),
      ...(filtered && { filtered }),
    });
  } catch (error) {
    log.error({ err: error, token }, "a check-in was not recorded");
    return { kind: "lost" };
  }
}
