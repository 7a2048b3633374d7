import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { db, pool } from "@/lib/platform/db";
import { createSnitch } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { ACTOR, aCase, aMember } from "./factories";
import { instant, perform, type SimulatedSnitch } from "./live-through";
import type { Attributes, ReplayedHistory } from "./replayed-history";

/** Runs the history in the real system, in a case of its own. Its listening gaps are those of all snitches of the database. */
export async function runReplayedHistory(history: ReplayedHistory): Promise<SimulatedSnitch> {
  const theCase = await aCase();
  const caseId = theCase.id;
  await aMember({ caseId });
  await listenApartFrom(history.listeningGaps);
  await plan(caseId, history);
  const aSnitch = async (name: string, attributes: Attributes): Promise<SimulatedSnitch> => {
    const input = newSnitch.parse({ name, ...attributes });
    const { token } = await createSnitch(theCase, input, ACTOR, WHOLE_CASE);
    return db.snitch.findUniqueOrThrow({ where: { token }, select: { id: true, caseId: true, token: true } });
  };
  const parent = await aSnitch("Parent", history.parentAttributes);
  const snitch = await aSnitch("Child", history.attributes);
  await db.dependency.create({ data: { snitchId: snitch.id, parentId: parent.id } });
  for (const event of history.events)
    await perform("isOfParent" in event && event.isOfParent ? parent : snitch, event);
  return snitch;
}

/** One listener before each listening gap, and one after the last. */
async function listenApartFrom(listeningGaps: ReplayedHistory["listeningGaps"]): Promise<void> {
  await pool.query("DELETE FROM listeners");
  const begins = ["-infinity", ...listeningGaps.map(({ to }) => instant(to).toISOString())];
  const ends = [...listeningGaps.map(({ from }) => instant(from).toISOString()), "infinity"];
  await pool.query(
    `INSERT INTO listeners (id, owner, since, seen_at)
     SELECT row_number() OVER (), 'tests', since, seen_at
     FROM unnest($1::timestamptz[], $2::timestamptz[]) AS stretches (since, seen_at)`,
    [begins, ends],
  );
}

async function plan(caseId: string, { maintenance, maintenanceEvery }: ReplayedHistory): Promise<void> {
  const all = { caseId, name: "Upgrade", coversAll: true };
  for (const { from, to } of maintenance)
    await db.maintenance.create({ data: { ...all, startsAt: instant(from), endsAt: instant(to) } });
  if (maintenanceEvery === null) return;
  const recurring = { schedule: "15 */5 * * *", timezone: "UTC", duration: maintenanceEvery };
  await db.maintenance.create({ data: { ...all, ...recurring } });
}
