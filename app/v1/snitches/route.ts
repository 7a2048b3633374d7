import { readObject } from "@/lib/api/body";
import { parseSnitchFilter } from "@/lib/api/query";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { env } from "@/lib/platform/env";
import { parse } from "@/lib/platform/parse";
import { createSnitch, refuseBeyondLimit } from "@/lib/snitches/create";
import { listSnitches } from "@/lib/snitches/find";
import { newSnitch } from "@/lib/snitches/input";
import { refuseParentsOutside } from "@/lib/snitches/parents-in-scope";
import { presentSnitch } from "@/lib/snitches/present";
import { findRelations } from "@/lib/snitches/relations";

export const GET = withCase(
  async (request, { theCase, scope }) => {
    const now = new Date();
    const snitches = await listSnitches(theCase.id, { ...parseSnitchFilter(request.url, now), scope });
    const relationsOf = await findRelations(snitches, scope);
    return json(snitches.map((snitch) => presentSnitch(snitch, env.CHECK_IN_URL, now, relationsOf(snitch))));
  },
  { isNarrowable: true },
);

export const POST = withCase(
  async (request, { theCase, by, scope }) => {
    await refuseBeyondLimit(theCase);
    const input = parse(newSnitch, await readObject(request));
    await refuseParentsOutside(theCase.id, scope, input.depends_on);
    const snitch = await createSnitch(theCase, input, by, scope);
    const relationsOf = await findRelations([snitch], scope);
    return json(presentSnitch(snitch, env.CHECK_IN_URL, new Date(), relationsOf(snitch)));
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD", "POST");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
