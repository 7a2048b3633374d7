import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { isAllowed } from "@/lib/cases/api-key-access";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { findPage, listPages } from "@/lib/pages/find-page";
import { newPage } from "@/lib/pages/page-input";
import { presentPage } from "@/lib/pages/present-page";
import { addPage } from "@/lib/pages/save-page";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

export const GET = withCase(async (_request, { theCase, access }) => {
  const mayChange = isAllowed(access, "change");
  return json((await listPages(theCase.id)).map((page) => presentPage(page, { mayChange })));
});

export const POST = withCase(async (request, { theCase, by }) => {
  refuseIfOnHold(theCase);
  const input = parse(newPage, await readObject(request));
  await addPage(theCase.id, input, by);
  const page = await findPage(theCase.id, input.slug);
  if (!page) throw notFound("page");
  return json(presentPage(page, { mayChange: true }));
});

const refuse = methodNotAllowed("GET", "HEAD", "POST");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
