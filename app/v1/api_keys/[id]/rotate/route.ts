import { operation, parseId, route } from "@/lib/api/operation";
import { keyRotation } from "@/lib/cases/input";
import { isKeyInScope } from "@/lib/cases/key-scope";
import { presentRotatedKey, rotatedApiKey } from "@/lib/cases/present-api-key";
import { rotateApiKey } from "@/lib/cases/rotate-api-key";
import { notFound } from "@/lib/platform/refusal";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "rotateApiKey",
    title: "Rotate an API key",
    description:
      "Replaces the secret of a key and returns the new one, which is shown only once. The previous secret keeps working for `overlap_hours` (24 by default), so you can update clients one at a time. A key can rotate itself, but not with a previous secret.",
    body: { schema: keyRotation, name: "KeyRotation", optional: true },
    response: { name: "RotatedApiKey", schema: rotatedApiKey },
    example: { body: { overlap_hours: 24 } },
    errors: ["resource_not_found"],
    narrowable: true,
    handle: async ({ theCase, params, by, scope, body }) => {
      const id = parseId(params, "API key");
      if (!isKeyInScope(scope, id, by)) throw notFound("API key");
      const { overlap_hours: hours } = await body();
      return presentRotatedKey(await rotateApiKey(theCase.id, id, hours, by, new Date()));
    },
  }),
});
