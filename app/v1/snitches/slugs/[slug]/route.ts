import { readObject } from "@/lib/api/body";
import { ensureBySlug } from "@/lib/api/ensure-by-slug";
import { presentBySlug } from "@/lib/api/present-by-slug";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { parse } from "@/lib/platform/parse";
import { namedSnitch, slugOfPath } from "@/lib/snitches/slug-input";

export const PUT = withCase<{ slug: string }>(
  async (request, { theCase, params, by, scope }) => {
    const slug = parse(slugOfPath, params.slug, "slug");
    const input = parse(namedSnitch, await readObject(request));
    const snitch = await ensureBySlug(theCase, slug, input, { by, scope, now: new Date() });
    return json(presentBySlug(snitch), snitch.created ? 201 : 200);
  },
  { needs: "report", isNarrowable: true },
);

const refuse = methodNotAllowed("PUT");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as POST };
