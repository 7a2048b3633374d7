import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { refuseIfOnHold } from "@/lib/cases/plan";
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
  async (request, { theCase, by, scope }) => {
    refuseIfOnHold(theCase);
    const input = parse(newMaintenance, await readObject(request));
    await refuseToCoverMore(theCase.id, scope, input);
    const maintenance = await findMaintenance(theCase.id, await addMaintenance(theCase.id, input, by));
    if (!maintenance) throw notFound("maintenance");
    return json(presentMaintenance(maintenance));
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD", "POST");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
