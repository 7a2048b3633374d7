import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { changeMaintenance } from "@/lib/maintenance/change";
import { maintenanceChanges } from "@/lib/maintenance/input";
import { findMaintenance } from "@/lib/maintenance/list";
import { presentMaintenance } from "@/lib/maintenance/present";
import { findReachedMaintenance, refuseToCoverMore } from "@/lib/maintenance/reach";
import { removeMaintenance } from "@/lib/maintenance/remove";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

type Params = { id: string };

async function show(caseId: string, id: string) {
  const maintenance = await findMaintenance(caseId, id);
  if (!maintenance) throw notFound("maintenance");
  return json(presentMaintenance(maintenance));
}

export const GET = withCase<Params>(
  async (_request, { theCase, params, scope }) =>
    json(presentMaintenance(await findReachedMaintenance(theCase.id, parseId(params, "maintenance"), scope))),
  { isNarrowable: true },
);

export const PATCH = withCase<Params>(
  async (request, { theCase, params, by, scope }) => {
    refuseIfOnHold(theCase);
    const changes = parse(maintenanceChanges, await readObject(request));
    const { id } = await findReachedMaintenance(theCase.id, parseId(params, "maintenance"), scope);
    await refuseToCoverMore(theCase.id, scope, changes);
    await changeMaintenance(theCase.id, id, changes, new Date(), by);
    return show(theCase.id, id);
  },
  { isNarrowable: true },
);

export const DELETE = withCase<Params>(
  async (_request, { theCase, params, by, scope }) => {
    const { id } = await findReachedMaintenance(theCase.id, parseId(params, "maintenance"), scope);
    await removeMaintenance(theCase.id, id, new Date(), by);
    return noContent();
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD", "PATCH", "DELETE");

export { refuse as OPTIONS, refuse as POST, refuse as PUT };
