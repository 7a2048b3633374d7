import { json } from "@/lib/api/answer";
import { readJson } from "@/lib/api/body";
import { parse } from "@/lib/api/parse";
import { withCase } from "@/lib/api/with-case";
import { tagList } from "@/lib/snitches/input";
import { addTags } from "@/lib/snitches/tags";

export const POST = withCase<{ token: string }>(async (request, { owner, params }) => {
  const added = parse(tagList, await readJson(request), "tags");
  return json(await addTags(owner.id, params.token, added));
});
