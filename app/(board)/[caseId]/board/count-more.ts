import { shownStatus } from "@/lib/rules/state/is-late";
import type { ListedSnitch } from "@/lib/snitches/list";

/** How many snitches there are of each status that needs attention. */
export type Bad = { failed: number; errored: number; late: number };

/** How many of the bad snitches have no tile. */
export function countMore(bad: Bad, listed: ListedSnitch[], now: Date): Bad {
  const countLeft = (status: keyof Bad) =>
    Math.max(0, bad[status] - listed.filter((snitch) => shownStatus(snitch, now) === status).length);
  return { failed: countLeft("failed"), errored: countLeft("errored"), late: countLeft("late") };
}

export const countBad = ({ failed, errored, late }: Bad) => failed + errored + late;
