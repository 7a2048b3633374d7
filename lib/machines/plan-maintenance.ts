import { z } from "zod";
import type { KeyScope } from "@/lib/cases/key-scope";
import { maintenanceChanges, type NewMaintenance, newMaintenance } from "@/lib/maintenance/input";
import { invalidAttribute, parse } from "@/lib/platform/refusal";
import { isMachineName } from "@/lib/rules/machines/name";
import { listMachineSnitches } from "./list";

const input = maintenanceChanges
  .omit({ all: true, tags: true, snitches: true, schedule: true, timezone: true })
  .extend({
    host: z
      .string({ error: "must be the name of a machine" })
      .refine(isMachineName, "must be the name of a machine"),
  });

/**
 * The input for maintenance of a machine: of the snitches whose latest run came from it, and which a key reaches. With `duration`, in
 * seconds, it begins now. `onlyNow`: nothing else is allowed, because other times excuse what has happened.
 */
export async function planMachineMaintenance(
  caseId: string,
  body: unknown,
  { scope, now, onlyNow }: { scope: KeyScope; now: Date; onlyNow: boolean },
): Promise<NewMaintenance> {
  const {
    host,
    duration,
    name = `Maintenance of ${host}`,
    note = "",
    starts_at,
    ends_at,
  } = parse(input, body);
  if (onlyNow && !duration) throw invalidAttribute("duration", "can't be blank for this key");
  const snitches = (await listMachineSnitches(caseId, host, scope)).map(({ token }) => token);
  if (snitches.length === 0) throw invalidAttribute("host", "isn’t the machine of any snitch");
  const times = duration
    ? { starts_at: now.toISOString(), ends_at: new Date(now.getTime() + duration * 1_000).toISOString() }
    : { starts_at: starts_at?.toISOString(), ends_at: ends_at?.toISOString() };
  return parse(newMaintenance, { name, note, snitches, ...times });
}
