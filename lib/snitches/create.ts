import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { refuseBeyondPlan, refuseIfOnHold, snitchLimit } from "@/lib/cases/plan";
import { publishChange } from "@/lib/live/publish";
import { db, sqlOf } from "@/lib/platform/db";
import type { Case, Snitch } from "@/lib/platform/generated/client";
import { notFound, Refusal } from "@/lib/platform/refusal";
import type { NewSnitch } from "./input";

type Tx = Parameters<Parameters<typeof db.$transaction>[0]>[0];

type Payer = Pick<Case, "id" | "plan" | "onHoldAt">;

/** Creates of one case wait for each other: longer than Prisma would. */
const TIMEOUTS = { maxWait: 10_000, timeout: 10_000 };

/**
 * Refuses while the case is on hold or its plan has no room for another snitch. It comes before any look at what the
 * caller sent; `createSnitch` asks again under a lock.
 */
export async function refuseBeyondLimit(owner: Payer, tx: Tx | typeof db = db): Promise<void> {
  refuseIfOnHold(owner);
  const room = snitchLimit(owner.plan);
  if (room === Number.POSITIVE_INFINITY) return;
  const used = await tx.snitch.count({ where: { caseId: owner.id } });
  if (used < room) return;
  const most = room === 1 ? "1 snitch" : `${room.toLocaleString("en")} snitches`;
  throw new Refusal(
    "plan_limit_reached",
    `Your plan (${owner.plan}) has room for ${most}. Remove one, or move to a larger plan.`,
  );
}

/** Sets up a new snitch in its case. It stays pending until its job first checks in. */
export async function createSnitch({ id: caseId }: Payer, input: NewSnitch, by: Actor): Promise<Snitch> {
  const { alert_type: alertType, alert_email: alertEmail, ...rest } = input;
  const snitch = await db.$transaction(async (tx) => {
    // Two creates at once must not both see the last free place. Check-ins refer to the case and need not wait.
    const [owner] = await tx.$queryRaw<Payer[]>`
      SELECT id, plan::text AS plan, on_hold_at AS "onHoldAt" FROM cases WHERE id = ${caseId}::uuid FOR NO KEY UPDATE`;
    if (!owner) throw notFound("case");
    await refuseBeyondLimit(owner, tx);
    refuseBeyondPlan(owner.plan, { interval: input.interval, alertType });
    const snitch = await tx.snitch.create({
      data: { ...rest, alertType, alertEmail, caseId, token: randomBytes(8).toString("hex") },
    });
    const resource = { id: snitch.token, name: snitch.name };
    await recordEvents(sqlOf(tx), caseId, by, [
      { action: "snitch.created", resource, facts: { interval: snitch.interval } },
    ]);
    return snitch;
  }, TIMEOUTS);
  publishChange([caseId]);
  return snitch;
}
