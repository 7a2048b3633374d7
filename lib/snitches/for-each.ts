import { Refusal } from "@/lib/platform/refusal";

/** How many changes were applied, and the names of the snitches for which it was refused, by reason. */
export type ForEachResult = { done: number; refused: { reason: string; names: string[] }[] };

/** Applies one change to several snitches, one after the other. If it is refused for one, the others are still changed. */
export async function forEachSnitch<Snitch extends { name: string }>(
  snitches: Snitch[],
  change: (snitch: Snitch) => Promise<unknown>,
): Promise<ForEachResult> {
  let count = 0;
  const refusals = new Map<string, string[]>();
  for (const snitch of snitches) {
    try {
      await change(snitch);
      count += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const reason = formatRefusal(error);
      refusals.set(reason, [...(refusals.get(reason) ?? []), snitch.name]);
    }
  }
  return { done: count, refused: [...refusals].map(([reason, names]) => ({ reason, names })) };
}

/** What a message about an attribute begins with, where it does not represent itself. */
const ATTRIBUTES: Record<string, string> = {
  interval: "the interval ",
  schedule: "the schedule ",
  grace: "the grace ",
  early: "the early time ",
  alert_type: "the alert type ",
};

/** The refusal within a sentence that gives its reason. */
function formatRefusal({ validations, message }: Refusal): string {
  const [first] = validations ?? [];
  const reason = first ? `${ATTRIBUTES[first.attribute] ?? ""}${first.message}` : withinSentence(message);
  return reason.replaceAll("'", "’");
}

const withinSentence = (message: string) =>
  message.replace(/\.$/, "").replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
