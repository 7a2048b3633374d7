import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { isAllowed, refuseWithout } from "@/lib/cases/api-key-access";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { planMachineMaintenance } from "@/lib/machines/plan-maintenance";
import { addMaintenance } from "@/lib/maintenance/add";
import { newMaintenance } from "@/lib/maintenance/input";
import { findMaintenance } from "@/lib/maintenance/list";
import { presentMaintenance } from "@/lib/maintenance/present";
import { listReachedMaintenance, refuseToCoverMore } from "@/lib/maintenance/reach";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

export const GET = withCase(
  async (_request, { theCase, scope }) =>
    json((await listReachedMaintenance(theCase.id, scope)).map(presentMaintenance)),
  { isNarrowable: true },
);

export const POST = withCase(
  async (request, { theCase, by, scope, access }) => {
    const body = await readObject(request);
    const isOfMachine = typeof body === "object" && body !== null && "host" in body;
    if (!isOfMachine) refuseWithout("change", { access });
    refuseIfOnHold(theCase);
    const onlyNow = !isAllowed(access, "change");
    const input = isOfMachine
      ? await planMachineMaintenance(theCase.id, body, { scope, now: new Date(), onlyNow })
      : parse(newMaintenance, body);
    await refuseToCoverMore(theCase.id, scope, input);
    const maintenance = await findMaintenance(theCase.id, await addMaintenance(theCase.id, input, by));
    if (!maintenance) throw notFound("maintenance");
    return json(presentMaintenance(maintenance));
  },
  // That of a machine is what its own key begins before a reboot.
  { isNarrowable: true, needs: "acknowledge", countsAs: "change" },
);

const refuse = methodNotAllowed("GET", "HEAD", "POST");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
