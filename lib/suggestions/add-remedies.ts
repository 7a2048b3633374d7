import { findRemedy } from "./find-remedy";
import type { SuggestedSnitch } from "./list";

/** An e-mail says of so many snitches that flap what to set: each takes a replay of a day or more. */
const MAX_REMEDIES = 5;

/** The same with what to set against the first of those that flap. */
export async function addRemedies(
  caseId: string,
  suggestions: SuggestedSnitch[],
  now: Date,
): Promise<SuggestedSnitch[]> {
  const flapping = suggestions.filter(({ suggested }) => suggested.kind === "flaps").slice(0, MAX_REMEDIES);
  const found = new Map<string, SuggestedSnitch>();
  for (const snitch of flapping) {
    const { id, token, suggested } = snitch;
    if (suggested.kind !== "flaps") continue;
    const remedy = await findRemedy(caseId, token, suggested.changes, now);
    found.set(id, { ...snitch, suggested: { ...suggested, remedy } });
  }
  return suggestions.map((one) => (one.suggested.kind === "flaps" && found.get(one.id)) || one);
}
