import { readJson } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { parse } from "@/lib/platform/parse";
import { tagList } from "@/lib/snitches/input-arrays";
import { addTags } from "@/lib/snitches/tags";

export const POST = withCase<{ token: string }>(async (request, { theCase, params, by }) => {
  refuseIfOnHold(theCase);
  const tags = parse(tagList, await readJson(request), "tags");
  return json(await addTags(theCase.id, params.token, tags, by));
});

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
