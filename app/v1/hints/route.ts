import { readJson } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { hintList, readHints } from "@/lib/cases/hint-input";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { updateCase } from "@/lib/cases/update";
import { parse } from "@/lib/platform/parse";

export const GET = withCase(async (_request, { theCase }) => json(readHints(theCase.hints)));

export const PUT = withCase(async (request, { theCase, by }) => {
  refuseIfOnHold(theCase);
  const hints = parse(hintList, await readJson(request), "hints");
  await updateCase(theCase.id, { hints }, by);
  return json(readHints(hints));
});

const refuse = methodNotAllowed("GET", "HEAD", "PUT");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST };
