import { z } from "zod";
import type { Described } from "@/lib/api/operation";

// In a file of its own: the handler needs all operations, of which this is one.
export const describeApi: Described = {
  id: "describeApi",
  title: "Describe this API",
  description: "Returns this reference as an OpenAPI 3.1 document. It needs no API key.",
  response: { name: "Document", schema: z.unknown().meta({ type: "object" }) },
  isPublic: true,
};
