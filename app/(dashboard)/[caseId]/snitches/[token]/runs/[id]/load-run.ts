import { log } from "@/lib/platform/log";
import type { Run } from "@/lib/rules/runs/run";
import { isUuid } from "@/lib/rules/uuid";
import { findRun } from "@/lib/runs/list";
import { readOutput } from "@/lib/runs/outputs/read";

/** The run of this snitch with this id; null if there is none. */
export const findRunById = async (snitchId: string, id: string) =>
  isUuid(id) ? findRun(snitchId, id) : null;

type LoadedOutput = NonNullable<Awaited<ReturnType<typeof readOutput>>>;

/** What a run printed. “gone”: it is no longer kept. “unreachable”: the bucket does not respond. */
export async function loadOutput({ outputId }: Run): Promise<LoadedOutput | "none" | "gone" | "unreachable"> {
  if (outputId === null) return "none";
  try {
    return (await readOutput(outputId)) ?? "gone";
  } catch (error) {
    // The page shows the other facts, and says that the output cannot be read now.
    log.warn({ err: error, outputId }, "an output could not be read");
    return "unreachable";
  }
}
