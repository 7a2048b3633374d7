import type { FormState } from "@/components/ui/form";
import { whileReachable } from "@/components/ui/reachable";
import type { BulkChange, BulkResult } from "@/lib/monitoring/change-selected";
import { formatBulkResult } from "./bulk-text";

type BulkState = FormState & { result?: BulkResult };

/** Changes a batch of the snitches that the form selects. */
export type BulkAction = (previous: FormState, form: FormData) => Promise<BulkState>;

type Watcher = {
  /** Called after each batch with the number of snitches that were tried so far. */
  onProgress: (tried: number) => void;
  /** Asked before each further batch. */
  isStopped: () => boolean;
};

/** What was done with all selected snitches, in a sentence, and the names of those that were refused, by reason. */
export type BulkReport = { sentence: string; done: number; refused: BulkResult["refused"] };

/** Repeats the action until every selected snitch was tried. Returns an error, or a report. */
export async function changeInBatches(
  action: BulkAction,
  form: FormData,
  { onProgress, isStopped }: Watcher,
): Promise<FormState & { report?: BulkReport }> {
  const verb = form.get("verb") as BulkChange["verb"];
  const refusals = new Map<string, string[]>();
  for (let count = 0; ; ) {
    const { result, ...state } = await whileReachable<BulkState>(action)({}, form);
    if (!result) return count > 0 ? { error: `${formatBulkResult(verb, count, [])} ${state.error}` } : state;
    count += result.done;
    for (const { reason, names } of result.refused) {
      refusals.set(reason, [...(refusals.get(reason) ?? []), ...names]);
    }
    const reasons = [...refusals].map(([reason, names]) => ({ reason, names }));
    onProgress(count + reasons.reduce((sum, { names }) => sum + names.length, 0));
    const report = { sentence: formatBulkResult(verb, count, reasons), done: count, refused: reasons };
    if (!result.next) return { report };
    if (isStopped()) return { report: { ...report, sentence: `Stopped. ${report.sentence}` } };
    form.set("after", result.next.after);
    form.set("left", String(result.next.left));
  }
}
