import { parseId } from "@/lib/api/id-of";
import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { revokeShare } from "@/lib/pages/revoke";

export const DELETE = withCase<{ id: string }>(async (_request, { theCase, params, by }) => {
  await revokeShare(theCase.id, "badge", parseId(params, "badge"), by);
  return noContent();
});

const refuse = methodNotAllowed("DELETE");

export { refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
