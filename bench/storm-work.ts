import { OPERATOR } from "@/lib/audit/record";
import { applyFile } from "@/lib/configuration/apply-file";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { lowerPriority } from "@/lib/platform/priority";
import { NEVER_LOST_MS } from "@/testing/connection";

/** What a worker does, or the web process, which applies files. */
export type Work = { kind: "alerts" } | { kind: "sweep" } | { kind: "plan"; caseId: string; text: string };

async function doWork(work: Work): Promise<void> {
  if (work.kind === "alerts") return replayDeferred(NEVER_LOST_MS);
  if (work.kind === "sweep") return void (await sweepDeadlines(new Date(), NEVER_LOST_MS));
  const file = { text: work.text, prunes: false, secrets: {} };
  const asked = { caseId: work.caseId, upload: null };
  const { planned, isApplied } = await applyFile(file, asked, {
    expected: null,
    by: OPERATOR,
    now: new Date(),
  });
  if (!isApplied) throw new Error(JSON.stringify(planned.problems.slice(0, 3)));
}

// Runs in a separate process, with the priority that both have in production.
if (process.send) {
  lowerPriority();
  process.once("disconnect", () => process.exit());
  process.on("message", async (work: Work) => {
    await doWork(work);
    process.send?.("done");
  });
}
