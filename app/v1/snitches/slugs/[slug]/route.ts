import { ensureBySlug } from "@/lib/api/ensure-by-slug";
import { operation, route } from "@/lib/api/operation";
import { presentBySlug, presentedBySlug } from "@/lib/api/present-by-slug";
import { json } from "@/lib/api/response";
import { parse } from "@/lib/platform/refusal";
import { namedSnitch, slugOfPath } from "@/lib/snitches/slug-input";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  PUT: operation({
    id: "ensureSnitch",
    title: "Create or keep a snitch by slug",
    description:
      "Lets a job create its own snitch: creates the snitch with this slug if there is none (201), or keeps the existing one (200). For an existing snitch, only the schedule settings in the body are updated. Without an interval or schedule, a new snitch expects a check-in every day, with an hour of grace. Concurrent requests create one snitch. A key with `ping` access is enough; how many snitches it can create is limited.",
    body: { schema: namedSnitch, name: "NamedSnitch", optional: true },
    response: { name: "SnitchBySlug", schema: presentedBySlug },
    example: {
      path: { slug: "nightly-backup" },
      body: { schedule: "0 3 * * *", timezone: "Europe/Riga", grace: 900 },
    },
    creates: true,
    errors: ["plan_limit_reached", "account_on_hold"],
    needs: "report",
    narrowable: true,
    handle: async ({ theCase, params, by, scope, body }) => {
      const slug = parse(slugOfPath, params.slug, "slug");
      const input = await body();
      const snitch = await ensureBySlug(theCase, slug, input, { by, scope, now: new Date() });
      return json(presentBySlug(snitch), snitch.created ? 201 : 200);
    },
  }),
});
