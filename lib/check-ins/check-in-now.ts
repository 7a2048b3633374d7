import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";
import { recordCheckIn } from "./batcher";

/** Records a check-in by hand. It counts like any other check-in, and the audit log names the person. */
export async function checkInNow(caseId: string, token: string, now: Date, by: Actor): Promise<void> {
  const snitch = await findSnitch(caseId, token);
  if (!snitch) throw notFound("snitch");
  const { kind } = await recordCheckIn({
    token: snitch.checkInKey,
    at: now,
    exitStatus: "",
    message: "Checked in manually",
    method: "",
    address: "",
    userAgent: "",
  });
  if (kind === "limited") {
    throw new Refusal("rate_limited", "It checked in a moment ago. Try again in a minute.");
  }
  if (kind !== "recorded") throw new Error(`A check-in by hand was ${kind}.`);
  await transaction((sql) =>
    recordEvents(sql, caseId, by, [
      { action: "snitch.checked_in", resource: { id: token, name: snitch.name } },
    ]),
  );
}
