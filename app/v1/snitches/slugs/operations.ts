import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { MAX_NAMED_SNITCHES, namedSnitches } from "@/lib/snitches/slug-input";

export const ensureSnitches: Operation = {
  id: "ensureSnitches",
  method: "PUT",
  path: "/v1/snitches/slugs",
  title: "Create or keep many snitches by their slugs",
  description: `As for one, for up to ${MAX_NAMED_SNITCHES} snitches in one request. Each has a result of its own, in the order of the body: one that is refused does not hold back the others.`,
  body: { schema: namedSnitches, name: "NamedSnitches" },
  response: "SnitchesBySlug",
  errors: BODY_ERRORS,
};
