import { readObject } from "@/lib/api/body";
import { parseSnitchFilter } from "@/lib/api/query";
import { json, jsonText, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { parse } from "@/lib/platform/parse";
import { createSnitch, refuseBeyondLimit } from "@/lib/snitches/create";
import { listSnitches } from "@/lib/snitches/find";
import { inSlices } from "@/lib/snitches/in-slices";
import { newSnitch } from "@/lib/snitches/input";
import { refuseParentsOutside } from "@/lib/snitches/parents-in-scope";
import { presentAll } from "@/lib/snitches/present-all";

export const GET = withCase(
  async (request, { theCase, scope }) => {
    const now = new Date();
    const filter = { ...parseSnitchFilter(request.url, now), scope };
    const texts: string[] = [];
    for await (const snitches of inSlices((slice) => listSnitches(theCase.id, filter, slice)))
      for (const presented of await presentAll(snitches, scope, now)) texts.push(JSON.stringify(presented));
    return jsonText(`[${texts.join(",")}]`);
  },
  { isNarrowable: true },
);

export const POST = withCase(
  async (request, { theCase, by, scope }) => {
    await refuseBeyondLimit(theCase);
    const input = parse(newSnitch, await readObject(request));
    await refuseParentsOutside(theCase.id, scope, input.depends_on);
    const snitch = await createSnitch(theCase, input, by, scope);
    const [presented] = await presentAll([snitch], scope, new Date());
    return json(presented);
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD", "POST");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
