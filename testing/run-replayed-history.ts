import { expect } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { snoozeIncident } from "@/lib/incidents/snooze";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { db, pool } from "@/lib/platform/db";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { createSnitch } from "@/lib/snitches/create";
import { newSnitch, snitchChanges } from "@/lib/snitches/input";
import { NEVER_LOST_MS } from "./connection";
import { ACTOR, aCase, aMember } from "./factories";
import { instant, type SimulatedSnitch } from "./live-through";
import type { Attributes, ReplayedEvent, ReplayedHistory } from "./replayed-history";

type Lived = { snitch: SimulatedSnitch; parent: SimulatedSnitch };

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
  for (const event of history.events) await perform({ snitch, parent }, event);
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

async function perform({ snitch, parent }: Lived, event: ReplayedEvent): Promise<void> {
  const { caseId, token } = snitch;
  const at = instant(event.at);
  switch (event.does) {
    case "sweep":
      await sweepDeadlines(at, NEVER_LOST_MS);
      return;
    case "check-in":
    case "error":
      return report(token, at, event.does === "error");
    case "parent-check-in":
    case "parent-error":
      return report(parent.token, at, event.does === "parent-error");
    case "start":
    case "finish":
    case "fail":
      return signal(token, at, event);
    case "pause": {
      const endsAt = event.endsAt === null ? null : instant(event.endsAt);
      return pauseSnitch(caseId, token, { until: event.until, endsAt }, at, ACTOR, { evenPending: true });
    }
    case "unpause":
      return unpauseSnitch(caseId, token, at, ACTOR);
    case "change":
      return updateSnitch(caseId, token, snitchChanges.parse(event.to), at, ACTOR, WHOLE_CASE);
    case "acknowledge":
      return decide(snitch, (incidentId) => acknowledgeIncident(caseId, incidentId, at, ACTOR));
    case "snooze":
      return decide(snitch, (incidentId) =>
        snoozeIncident(caseId, incidentId, instant(event.until), at, ACTOR),
      );
  }
}

/** Decides about the open incident of a snitch, if there is one. */
async function decide({ id }: SimulatedSnitch, about: (incidentId: string) => Promise<void>): Promise<void> {
  const open = await db.incident.findFirst({ where: { snitchId: id, closedAt: null } });
  if (open) await about(open.id);
}

const REQUEST = { message: "", method: "GET", address: "", userAgent: "" };

async function report(token: string, at: Date, isError: boolean): Promise<void> {
  const result = await recordCheckIn({ ...REQUEST, token, at, exitStatus: isError ? "1" : "0" });
  expect(["recorded", "limited"]).toContain(result.kind);
}

async function signal(
  token: string,
  at: Date,
  { does, rid }: Extract<ReplayedEvent, { rid: string | null }>,
): Promise<void> {
  const kind = does === "start" ? "start" : "finish";
  const exitStatus = does === "fail" ? "1" : "0";
  const said = { ...NO_FACTS, kind, rid, isInPath: true } as const;
  const result = await recordCheckIn({ ...REQUEST, token, at, exitStatus, signal: said });
  expect(["recorded", "limited"]).toContain(result.kind);
}
