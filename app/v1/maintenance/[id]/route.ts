import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { changeMaintenance } from "@/lib/maintenance/change";
import { maintenanceChanges } from "@/lib/maintenance/input";
import { findMaintenance } from "@/lib/maintenance/list";
import { presentMaintenance } from "@/lib/maintenance/present";
import { removeMaintenance } from "@/lib/maintenance/remove";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

type Params = { id: string };

async function show(caseId: string, id: string) {
  const maintenance = await findMaintenance(caseId, id);
  if (!maintenance) throw notFound("maintenance");
  return json(presentMaintenance(maintenance));
}

export const GET = withCase<Params>((_request, { theCase, params }) =>
  show(theCase.id, parseId(params, "maintenance")),
);

export const PATCH = withCase<Params>(async (request, { theCase, params, by }) => {
  refuseIfOnHold(theCase);
  const changes = parse(maintenanceChanges, await readObject(request));
  const id = parseId(params, "maintenance");
  await changeMaintenance(theCase.id, id, changes, new Date(), by);
  return show(theCase.id, id);
});

export const DELETE = withCase<Params>(async (_request, { theCase, params, by }) => {
  await removeMaintenance(theCase.id, parseId(params, "maintenance"), new Date(), by);
  return noContent();
});

const refuse = methodNotAllowed("GET", "HEAD", "PATCH", "DELETE");

export { refuse as OPTIONS, refuse as POST, refuse as PUT };
