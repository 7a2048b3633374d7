import { metrics } from "@/lib/metrics/registry";
import type { Recorded } from "./check-in";

/** Counts what became of check-ins; where those that count were kept is for the caller to say. */
export function countOutcomes(answers: Recorded[], kept: "recorded" | "journaled"): void {
  const counts: Record<string, number> = {};
  for (const { kind } of answers) counts[kind] = (counts[kind] ?? 0) + 1;
  for (const [kind, count] of Object.entries(counts))
    metrics.checkIns.inc({ outcome: kind === "recorded" ? kept : kind }, count);
}

/** Once for each batch, so that it costs a check-in next to nothing. */
export function countBatch(answers: Recorded[], tookMs: number): void {
  countOutcomes(answers, "recorded");
  metrics.batchSize.observe(answers.length);
  metrics.batchSeconds.observe(tookMs / 1_000);
}
