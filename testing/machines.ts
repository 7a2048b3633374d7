import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import { HOUR_MS } from "@/lib/rules/durations";
import { aRun, aSnitch } from "./factories";

type Given = Partial<Prisma.SnitchUncheckedCreateInput> & {
  /** When its latest run ended. */
  seenAt?: Date;
  /** How many runs before came from the machine, one an hour. */
  reports?: number;
};

/** A snitch whose latest runs came from a machine. */
export async function aJobOn(host: string, { seenAt, reports = 4, ...given }: Given = {}) {
  const lastAt = seenAt ?? new Date("2026-03-10T03:12:00Z");
  const snitch = await aSnitch({ status: "healthy", checkedInAt: lastAt, interval: "hourly", ...given });
  const runs = [];
  for (let i = 0; i < reports; i += 1) {
    const at = new Date(lastAt.getTime() - i * HOUR_MS);
    const run = await aRun({
      snitchId: snitch.id,
      at,
      host,
      outcome: "succeeded",
      startedAt: at,
      endedAt: at,
    });
    await db.checkIn.create({ data: { snitchId: snitch.id, at, exitStatus: "0", runId: run.id } });
    runs.push(run);
  }
  const [last] = runs;
  if (!last) return snitch;
  return db.snitch.update({
    where: { id: snitch.id },
    data: { lastRunAt: last.at, lastRunId: last.id },
  });
}
