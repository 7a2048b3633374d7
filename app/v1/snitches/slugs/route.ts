import { ensureManyBySlug } from "@/lib/api/ensure-by-slug";
import { operation, route } from "@/lib/api/operation";
import { presentBySlugOrRefusal, presentedListBySlug } from "@/lib/api/present-by-slug";
import { MAX_NAMED_SNITCHES, namedSnitches } from "@/lib/snitches/slug-input";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  PUT: operation({
    id: "ensureSnitches",
    title: "Create or keep many snitches by slug",
    description: `The same for up to ${MAX_NAMED_SNITCHES} snitches in one request. Results are in the order of the body. If one snitch is refused, the others are still saved.`,
    body: { schema: namedSnitches, name: "NamedSnitches" },
    response: { name: "SnitchesBySlug", schema: presentedListBySlug },
    example: {
      body: { snitches: [{ slug: "nightly-backup", schedule: "0 3 * * *", timezone: "Europe/Riga" }] },
    },
    needs: "report",
    narrowable: true,
    handle: async ({ theCase, by, scope, body }) => {
      const { snitches } = await body();
      const results = await ensureManyBySlug(theCase, snitches, { by, scope, now: new Date() });
      return { snitches: results.map(presentBySlugOrRefusal) };
    },
  }),
});
