import { randomBytes } from "node:crypto";
import { refuseBeyondPlan, roomFor } from "@/lib/cases/plan";
import { db } from "@/lib/db";
import type { Case, Snitch } from "@/lib/db/generated/client";
import { Refusal } from "@/lib/refusal";
import type { NewSnitch } from "./input";

type Tx = Parameters<Parameters<typeof db.$transaction>[0]>[0];

/**
 * Refuses while the case is on hold or its plan has no room for another snitch. It comes before any look at what the
 * caller sent; `createSnitch` asks again under a lock.
 */
export async function refuseWithoutRoom(owner: Case, tx: Tx | typeof db = db): Promise<void> {
  if (owner.onHoldAt) {
    throw new Refusal("account_on_hold", "This account is on hold: settle the open payment, then try again.");
  }
  const room = roomFor(owner.plan);
  if (room === Number.POSITIVE_INFINITY) return;
  const used = await tx.snitch.count({ where: { caseId: owner.id } });
  if (used >= room) {
    const most = room === 1 ? "1 snitch" : `${room.toLocaleString("en")} snitches`;
    throw new Refusal(
      "plan_limit_reached",
      `Your plan (${owner.plan}) has room for ${most}. Remove one, or move to a larger plan.`,
    );
  }
}

/** Sets up a new snitch in its case. It stays pending until its job first checks in. */
export async function createSnitch(owner: Case, input: NewSnitch): Promise<Snitch> {
  const { alert_type: alertType, alert_email: alertEmail, ...rest } = input;
  return db.$transaction(async (tx) => {
    // Two creates at once must not both see the last free place.
    await tx.$queryRaw`SELECT id FROM cases WHERE id = ${owner.id}::uuid FOR UPDATE`;
    await refuseWithoutRoom(owner, tx);
    refuseBeyondPlan(owner.plan, { interval: input.interval, alertType });
    return tx.snitch.create({
      data: { ...rest, alertType, alertEmail, caseId: owner.id, token: randomBytes(8).toString("hex") },
    });
  });
}
