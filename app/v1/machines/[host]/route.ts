import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { removeMachine } from "@/lib/machines/remove";

export const DELETE = withCase<{ host: string }>(async (_request, { theCase, params, by }) => {
  await removeMachine(theCase.id, params.host, by);
  return noContent();
});

const refuse = methodNotAllowed("DELETE");

export { refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
