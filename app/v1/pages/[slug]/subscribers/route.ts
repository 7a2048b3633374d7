import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { isAllowed } from "@/lib/cases/api-key-access";
import { listSubscribers } from "@/lib/pages/subscribers/list";

export const GET = withCase<{ slug: string }>(async (_request, { theCase, params, access }) =>
  json(await listSubscribers(theCase.id, params.slug, isAllowed(access, "change"))),
);

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
