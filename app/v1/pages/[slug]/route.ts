import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { isAllowed } from "@/lib/cases/api-key-access";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { findPage } from "@/lib/pages/find-page";
import { pageChanges } from "@/lib/pages/page-input";
import { presentPage } from "@/lib/pages/present-page";
import { revokeShare } from "@/lib/pages/revoke";
import { changePage } from "@/lib/pages/save-page";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

type Params = { slug: string };

async function find(caseId: string, slug: string) {
  const page = await findPage(caseId, slug);
  if (!page) throw notFound("page");
  return page;
}

export const GET = withCase<Params>(async (_request, { theCase, params, access }) =>
  json(presentPage(await find(theCase.id, params.slug), { mayChange: isAllowed(access, "change") })),
);

export const PATCH = withCase<Params>(async (request, { theCase, params, by }) => {
  refuseIfOnHold(theCase);
  const changes = parse(pageChanges, await readObject(request));
  const { slug } = await find(theCase.id, params.slug);
  const next = await changePage(theCase.id, slug, changes, by);
  return json(presentPage(await find(theCase.id, next), { mayChange: true }));
});

export const DELETE = withCase<Params>(async (_request, { theCase, params, by }) => {
  const { id } = await find(theCase.id, params.slug);
  await revokeShare(theCase.id, "page", id, by);
  return noContent();
});

const refuse = methodNotAllowed("GET", "HEAD", "PATCH", "DELETE");

export { refuse as OPTIONS, refuse as POST, refuse as PUT };
