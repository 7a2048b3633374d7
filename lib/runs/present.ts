import { z } from "zod";
import { durationOf, type Run } from "@/lib/rules/runs/run";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of a run in the API. */
export const presentedRun = z.object({
  id: z.uuid().meta({ examples: ["019e6728-fd00-7a41-8c02-5f0d8a3b9e11"] }),
  rid: z
    .string()
    .nullable()
    .meta({
      description: "The job’s own name for the run; null if it sent none.",
      examples: ["backup-2026-05-27"],
    }),
  env: z.string(),
  host: z.string().meta({ examples: ["db1"] }),
  started_at: time.nullable().meta({
    description: "Null if only the end of the run is known.",
    examples: ["2026-05-27T02:00:00.000Z"],
  }),
  ended_at: time.nullable().meta({
    description: "Null while it runs, and if its end is not known.",
    examples: ["2026-05-27T02:04:12.000Z"],
  }),
  outcome: z
    .enum(["running", "succeeded", "failed", "overran", "abandoned"])
    .meta({ examples: ["succeeded"] }),
  cause: z
    .enum(["error", "overran", "too_short", "check"])
    .nullable()
    .meta({ description: "Why it failed or overran." }),
  failed_check: z.string().nullable().meta({ description: "The check that it did not pass." }),
  exit_status: z
    .string()
    .meta({ description: "As sent by the job; empty if it sent none.", examples: ["0"] }),
  duration_ms: z
    .number()
    .nullable()
    .meta({
      description:
        "How long it took, in milliseconds: as the job measured it, or else from its start to its end.",
      examples: [252_000],
    }),
  reported_ms: z.number().nullable().meta({ description: "Its duration as the job measured it." }),
  limit_at: time
    .nullable()
    .meta({ description: "When it will have run for too long; null without a limit." }),
  metrics: z.record(z.string(), z.number()).meta({ examples: [{ rows: 812 }] }),
  received_at: time.optional().meta({
    description: "When its latest report came, if that had happened before (`age`). Absent otherwise.",
  }),
});

/** A run with the end of what it printed. */
export const presentedRunWithOutput = presentedRun.extend({
  output: z.string().nullable().meta({ description: "What it printed, as text; null if nothing is kept." }),
});

export type PresentedRun = z.output<typeof presentedRun>;

/** `receivedAt`: when its latest report came, if that had happened before. */
export const presentRun = (run: Run, receivedAt?: Date): PresentedRun => ({
  id: run.id,
  rid: run.rid,
  env: run.env,
  host: run.host,
  started_at: run.startedAt?.toISOString() ?? null,
  ended_at: run.endedAt?.toISOString() ?? null,
  outcome: run.outcome,
  cause: run.cause as PresentedRun["cause"],
  failed_check: run.failedCheck,
  exit_status: run.exitStatus,
  duration_ms: durationOf(run),
  reported_ms: run.reportedMs,
  limit_at: run.limitAt?.toISOString() ?? null,
  metrics: run.metrics,
  ...(receivedAt && { received_at: receivedAt.toISOString() }),
});
