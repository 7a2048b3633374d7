import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { listMachines, presentMachine } from "@/lib/machines/list";

export const GET = withCase(
  async (_request, { theCase, scope }) => json((await listMachines(theCase.id, scope)).map(presentMachine)),
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
