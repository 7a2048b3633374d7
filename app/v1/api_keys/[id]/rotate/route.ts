import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { keyRotation } from "@/lib/cases/input";
import { isKeyInScope } from "@/lib/cases/key-scope";
import { presentRotatedKey } from "@/lib/cases/present-api-key";
import { rotateApiKey } from "@/lib/cases/rotate-api-key";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

export const POST = withCase<{ id: string }>(
  async (request, { theCase, params, by, scope }) => {
    const id = parseId(params, "API key");
    if (!isKeyInScope(scope, id, by)) throw notFound("API key");
    const { overlap_hours: hours } = parse(keyRotation, await readObject(request));
    return json(presentRotatedKey(await rotateApiKey(theCase.id, id, hours, by, new Date())));
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
