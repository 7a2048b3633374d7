import { operation, route } from "@/lib/api/operation";
import { replaceCheckInUrl } from "@/lib/monitoring/replace-check-in-url";
import { env } from "@/lib/platform/env";
import { urlReplacement } from "@/lib/snitches/input";
import { presentedSnitch } from "@/lib/snitches/present";
import { presentOne } from "@/lib/snitches/present-all";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "rotateSnitch",
    title: "Replace a check-in URL",
    description:
      "Gives a snitch another check-in URL, for example after the current one leaked. The previous URL keeps working for `overlap_hours` (24 by default), so you can update the job, and then returns 404. The token stays the same, and so do the paths of this API.",
    body: { schema: urlReplacement, name: "UrlReplacement", optional: true },
    response: { name: "Snitch", schema: presentedSnitch },
    example: {
      body: { overlap_hours: 24 },
      response: {
        check_in_url: `${env.CHECK_IN_URL}/5b1f0c9e77d2a864`,
        former_url: { works_until: "2026-05-28T08:00:00.000Z", check_ins: 0, last_address: null },
      },
    },
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, by, scope, access, body, now }) => {
      const { overlap_hours: hours } = await body();
      await replaceCheckInUrl(theCase.id, params.token, hours, now, by);
      return presentOne(theCase.id, params.token, { scope, access });
    },
  }),
});
