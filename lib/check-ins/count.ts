import { metrics } from "@/lib/metrics/registry";
import type { RecordResult } from "./record";

/** Counts check-ins by result. `recordedAs`: where the accepted ones were written. */
export function countResults(results: RecordResult[], recordedAs: "recorded" | "journaled"): void {
  const counts: Record<string, number> = {};
  for (const { kind } of results) if (kind !== "to changes") counts[kind] = (counts[kind] ?? 0) + 1;
  for (const [kind, count] of Object.entries(counts))
    metrics.checkIns.inc({ outcome: kind === "recorded" ? recordedAs : kind }, count);
}

/** Counts a recorded batch. */
export function countBatch(results: RecordResult[], durationMs: number): void {
  countResults(results, "recorded");
  metrics.batchSize.observe(results.length);
  metrics.batchSeconds.observe(durationMs / 1_000);
}
