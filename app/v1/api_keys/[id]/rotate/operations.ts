import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { keyRotation } from "@/lib/cases/input";

export const rotateApiKey: Operation = {
  id: "rotateApiKey",
  method: "POST",
  path: "/v1/api_keys/{id}/rotate",
  title: "Rotate an API key",
  description:
    "Gives a key a new secret and returns it; it is shown only once. The secret before works for `overlap_hours` more, a day by default, so that programs can be changed one after another. A key can rotate itself, but not with an earlier secret.",
  body: { schema: keyRotation, name: "KeyRotation", optional: true },
  response: "RotatedApiKey",
  errors: ["resource_not_found", ...BODY_ERRORS],
};
