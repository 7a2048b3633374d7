import { parseId } from "@/lib/api/id-of";
import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { removeSubscriber } from "@/lib/pages/subscribers/list";

export const DELETE = withCase<{ slug: string; id: string }>(async (_request, { theCase, params, by }) => {
  await removeSubscriber(theCase.id, params.slug, parseId(params, "subscriber"), by);
  return noContent();
});

const refuse = methodNotAllowed("DELETE");

export { refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
