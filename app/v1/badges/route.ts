import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { addBadge } from "@/lib/pages/add-badge";
import { newBadge } from "@/lib/pages/badge-input";
import { findBadge, listBadges } from "@/lib/pages/find-badge";
import { presentBadge } from "@/lib/pages/present-badge";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

export const GET = withCase(async (_request, { theCase }) =>
  json((await listBadges(theCase.id)).map(presentBadge)),
);

export const POST = withCase(async (request, { theCase, by }) => {
  refuseIfOnHold(theCase);
  const input = parse(newBadge, await readObject(request));
  const badge = await findBadge(theCase.id, await addBadge(theCase.id, input, by));
  if (!badge) throw notFound("badge");
  return json(presentBadge(badge));
});

const refuse = methodNotAllowed("GET", "HEAD", "POST");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
