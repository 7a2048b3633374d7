import { Refusal } from "@/lib/platform/refusal";

/** How many changes were applied and refused. `refusal` is the message of the first refusal. */
export type ForEachResult = { done: number; refused: number; refusal: string | null };

/** Applies one change to several snitches, one after the other. If it is refused for one, the others are still changed. */
export async function forEachSnitch(
  tokens: string[],
  change: (token: string) => Promise<unknown>,
): Promise<ForEachResult> {
  const result: ForEachResult = { done: 0, refused: 0, refusal: null };
  for (const token of tokens) {
    try {
      await change(token);
      result.done += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      result.refused += 1;
      result.refusal ??= error.validations?.[0]?.message ?? error.message;
    }
  }
  return result;
}
