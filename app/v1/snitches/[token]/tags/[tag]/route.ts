import { json, refuseMethod } from "@/lib/api/answer";
import { tagReadings } from "@/lib/api/query";
import { withCase } from "@/lib/api/with-case";
import { removeTag } from "@/lib/snitches/tags";

export const DELETE = withCase<{ token: string; tag: string }>(async (request, { owner, params, by }) =>
  json(await removeTag(owner.id, params.token, tagReadings(request.url), by)),
);

const refuse = refuseMethod("DELETE");

export { refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
