import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { createApiKey, isUsable, listApiKeys } from "@/lib/cases/api-key";
import { newApiKey } from "@/lib/cases/input";
import { isKeyInScope } from "@/lib/cases/key-scope";
import { presentApiKey } from "@/lib/cases/present-api-key";
import { parse } from "@/lib/platform/parse";

export const GET = withCase(
  async (_request, { theCase, by, scope }) => {
    const now = new Date();
    const keys = await listApiKeys(theCase.id);
    const usable = keys.filter((key) => isUsable(key, now) && isKeyInScope(scope, key.id, by));
    return json(usable.map(presentApiKey));
  },
  { isNarrowable: true },
);

export const POST = withCase(async (request, { theCase, by }) => {
  const input = parse(newApiKey(new Date()), await readObject(request));
  const { id, key } = await createApiKey(theCase.id, input, by);
  return json({ id, name: input.name, key });
});

const refuse = methodNotAllowed("GET", "HEAD", "POST");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
