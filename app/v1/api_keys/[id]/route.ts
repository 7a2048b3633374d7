import { operation, parseId, route } from "@/lib/api/operation";
import { hasApiKey, listApiKeys, revokeApiKey } from "@/lib/cases/api-key";
import { snitchLimitChange } from "@/lib/cases/input";
import { isKeyInScope } from "@/lib/cases/key-scope";
import { presentApiKey, presentedApiKey } from "@/lib/cases/present-api-key";
import { changeSnitchLimit } from "@/lib/cases/snitch-limit";
import { notFound } from "@/lib/platform/refusal";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  DELETE: operation({
    id: "removeApiKey",
    title: "Revoke an API key",
    description: "Revokes a key immediately. A key can revoke itself.",
    response: null,
    errors: ["resource_not_found"],
    narrowable: true,
    handle: async ({ theCase, params, by, scope }) => {
      const id = parseId(params, "API key");
      if (!isKeyInScope(scope, id, by) || !(await hasApiKey(theCase.id, id))) throw notFound("API key");
      await revokeApiKey(theCase.id, id, by);
    },
  }),
  PATCH: operation({
    id: "changeApiKey",
    title: "Change the snitch limit of an API key",
    description:
      "Sets how many snitches check-ins with this key can create in total. The default is 1,000; null removes the limit. Only for keys with `ping` access.",
    body: { schema: snitchLimitChange, name: "SnitchLimit" },
    response: { name: "ApiKey", schema: presentedApiKey },
    example: { body: { snitch_limit: 5_000 }, response: { snitch_limit: 5_000 } },
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, by, body }) => {
      const id = parseId(params, "API key");
      if (!(await hasApiKey(theCase.id, id))) throw notFound("API key");
      const { snitchLimit } = await body();
      await changeSnitchLimit(theCase.id, id, snitchLimit, by);
      const key = (await listApiKeys(theCase.id)).find((one) => one.id === id);
      if (!key) throw notFound("API key");
      return presentApiKey(key);
    },
  }),
});
