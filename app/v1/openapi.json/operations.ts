import type { Operation } from "@/lib/api/operation";

export const describeApi: Operation = {
  id: "describeApi",
  method: "GET",
  path: "/v1/openapi.json",
  title: "Describe this API",
  description: "Returns this reference as an OpenAPI 3.1 document. It needs no API key.",
  response: "Document",
  errors: [],
  isPublic: true,
};
