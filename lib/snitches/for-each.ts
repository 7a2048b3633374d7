import { Refusal } from "@/lib/platform/refusal";

/** What came of changing several snitches; `refusal` is the first one’s reason. */
export type ForEachResult = { done: number; refused: number; refusal: string | null };

/** Does the same to several snitches, one after the other. One that refuses, or is gone, leaves the others done. */
export async function forEachSnitch(
  tokens: string[],
  change: (token: string) => Promise<unknown>,
): Promise<ForEachResult> {
  const each: ForEachResult = { done: 0, refused: 0, refusal: null };
  for (const token of tokens) {
    try {
      await change(token);
      each.done += 1;
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      each.refused += 1;
      each.refusal ??= thrown.validations?.[0]?.message ?? thrown.message;
    }
  }
  return each;
}
