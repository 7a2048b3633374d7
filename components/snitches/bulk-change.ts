import type { FormState } from "@/components/ui/form";
import { whileReachable } from "@/components/ui/reachable";
import type { BulkChange, BulkResult } from "@/lib/monitoring/change-selected";
import { bulkResultInWords } from "./bulk-words";

type BulkState = FormState & { result?: BulkResult };

/** Changes a batch of the snitches that the form selects. */
export type BulkAction = (previous: FormState, form: FormData) => Promise<BulkState>;

type Watcher = {
  /** Called after each batch with the number of snitches that were tried so far. */
  onProgress: (tried: number) => void;
  /** Asked before each further batch. */
  isStopped: () => boolean;
};

/** Repeats the action until every selected snitch was tried. Returns an error, or a sentence about the result. */
export async function changeInBatches(
  action: BulkAction,
  form: FormData,
  { onProgress, isStopped }: Watcher,
): Promise<FormState & { sentence?: string }> {
  const verb = form.get("verb") as BulkChange["verb"];
  const refused = new Map<string, number>();
  for (let done = 0; ; ) {
    const { result, ...state } = await whileReachable<BulkState>(action)({}, form);
    if (!result) return done > 0 ? { error: `${bulkResultInWords(verb, done, [])} ${state.error}` } : state;
    done += result.done;
    for (const { reason, count } of result.refused) refused.set(reason, (refused.get(reason) ?? 0) + count);
    const reasons = [...refused].map(([reason, count]) => ({ reason, count }));
    onProgress(done + reasons.reduce((sum, { count }) => sum + count, 0));
    const sentence = bulkResultInWords(verb, done, reasons);
    if (!result.next) return { sentence };
    if (isStopped()) return { sentence: `Stopped. ${sentence}` };
    form.set("after", result.next.after);
    form.set("left", String(result.next.left));
  }
}
