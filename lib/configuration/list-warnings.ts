import { query } from "@/lib/platform/db";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { isDown } from "@/lib/rules/state/status";
import { readSnitches } from "@/lib/snitches/store";
import type { ChangedSnitch } from "./compare-file";
import { SCHEDULE_NAMES } from "./snitch-attributes";

/** What would happen at once to snitches that get another schedule. */
export async function listWarnings(caseId: string, changes: ChangedSnitch[], now: Date): Promise<string[]> {
  const byToken = new Map(
    changes
      .filter(({ change }) => change.attributes.some(({ attribute }) => SCHEDULE_NAMES.includes(attribute)))
      .map((each) => [each.token, each]),
  );
  if (byToken.size === 0) return [];
  const condition = "s.case_id = $1 AND s.token = ANY ($2::text[])";
  const snitches = await readSnitches(query, condition, [caseId, [...byToken.keys()]], byToken.size);
  return snitches.flatMap((before) => {
    const one = byToken.get(before.token);
    if (!one) return [];
    const { alertType, ...terms } = one.settings;
    const { snitch } = applyEvent(before, { kind: "rescheduled", at: now, terms, alertType }, []);
    const isMissing = !isDown(snitch.status) && snitch.deadline !== null && snitch.deadline <= now;
    return isMissing ? [`${one.change.name} would become missing immediately`] : [];
  });
}
