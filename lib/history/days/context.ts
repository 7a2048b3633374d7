import { maintenanceCovering } from "@/lib/maintenance/covering";
import { listListeningGaps } from "@/lib/outages/listening-gaps";
import { query } from "@/lib/platform/db";
import { MAX_LOOK_BACK_MS } from "@/lib/rules/history/day-basis";
import type { SnitchFacts } from "@/lib/rules/history/period-outcome";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { ListeningGap } from "@/lib/rules/state/listening-gap";
import { findFacts } from "../find-history-facts";

export type CountedSnitch = { id: string; caseId: string; createdAt: Date } & ScheduleTerms;

/** What decides the outcomes of the periods of some snitches alongside what was reported and alerted, by the id of the snitch. */
export type CountContext = {
  facts: Map<string, SnitchFacts>;
  maintenance: Map<string, Maintenance[]>;
  listeningGaps: ListeningGap[];
};

/** The context of all periods that start in this range. */
export async function loadContext(
  snitches: { id: string; caseId: string }[],
  from: Date,
  to: Date,
  now: Date,
): Promise<CountContext> {
  const before = new Date(from.getTime() - MAX_LOOK_BACK_MS);
  const after = new Date(to.getTime() + MAX_LOOK_BACK_MS);
  const [listeningGaps, maintenance] = await Promise.all([
    listListeningGaps(query, before, now),
    maintenanceCovering(query, snitches, before, after),
  ]);
  const facts = await findFacts(
    snitches,
    [...maintenance.keys()],
    listeningGaps,
    new Date(from.getTime() - 1),
  );
  return { facts, maintenance, listeningGaps };
}
