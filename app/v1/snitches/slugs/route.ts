import { readObject } from "@/lib/api/body";
import { ensureManyBySlug } from "@/lib/api/ensure-by-slug";
import { presentBySlugOrRefusal } from "@/lib/api/present-by-slug";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { parse } from "@/lib/platform/parse";
import { namedSnitches } from "@/lib/snitches/slug-input";

export const PUT = withCase(
  async (request, { theCase, by, scope }) => {
    const { snitches } = parse(namedSnitches, await readObject(request));
    const results = await ensureManyBySlug(theCase, snitches, { by, scope, now: new Date() });
    return json({ snitches: results.map(presentBySlugOrRefusal) });
  },
  { needs: "report", isNarrowable: true },
);

const refuse = methodNotAllowed("PUT");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as POST };
