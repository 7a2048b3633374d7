import { json } from "@/lib/api/answer";
import { withCase } from "@/lib/api/with-case";
import { removeTag } from "@/lib/snitches/tags";

export const DELETE = withCase<{ token: string; tag: string }>(async (_request, { owner, params }) =>
  json(await removeTag(owner.id, params.token, params.tag)),
);
