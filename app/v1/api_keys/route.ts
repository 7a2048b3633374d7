import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { createApiKey, isUsable, listApiKeys } from "@/lib/cases/api-key";
import { newApiKey } from "@/lib/cases/input";
import { isKeyInScope } from "@/lib/cases/key-scope";
import { createdApiKey, presentApiKey, presentedApiKey } from "@/lib/cases/present-api-key";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listApiKeys",
    title: "List API keys",
    description: "Returns the active API keys of the case, newest first. Secrets are not included.",
    response: { name: "ApiKeys", schema: z.array(presentedApiKey) },
    narrowable: true,
    handle: async ({ theCase, by, scope, now }) => {
      const keys = await listApiKeys(theCase.id);
      const usable = keys.filter((key) => isUsable(key, now) && isKeyInScope(scope, key.id, by));
      return usable.map(presentApiKey);
    },
  }),
  POST: operation({
    id: "createApiKey",
    title: "Create an API key",
    description:
      "Creates an API key and returns it. The secret is shown only once. A key with `read` access can see check-in URLs, so anyone with the key can check in. A key limited by `tags` or `snitches` gets 404 for everything else, including resources of the whole case, such as channels and the audit log. A key works with one protocol: this API, Healthchecks, or Cronitor.",
    body: { schema: newApiKey, name: "NewApiKey" },
    response: { name: "CreatedApiKey", schema: createdApiKey },
    example: { body: { name: "Cron jobs", kind: "healthchecks", access: "ping" } },
    handle: async ({ theCase, by, body }) => {
      const input = await body();
      const { id, key } = await createApiKey(theCase.id, input, by);
      return { id, name: input.name, key };
    },
  }),
});
