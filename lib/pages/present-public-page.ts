import { z } from "zod";
import { PUBLIC_STATES } from "./view/component-state";
import { type PublicPage, summarize } from "./view/public-page";

/** The JSON of a status page, for everybody who may see it. */
export const presentedPublicPage = z.object({
  title: z.string(),
  state: z.enum(PUBLIC_STATES).meta({ description: "The worst of all." }),
  as_of: z.iso.datetime({ precision: 3 }),
  components: z.array(
    z.object({
      id: z.string(),
      group: z.string(),
      name: z.string(),
      state: z.enum(PUBLIC_STATES),
      share_90d: z
        .number()
        .nullable()
        .meta({ description: "Percent of the runs of 90 days that were in time, rounded down to a tenth." }),
    }),
  ),
});

export const presentPublicPage = (page: PublicPage): z.output<typeof presentedPublicPage> => ({
  title: page.title,
  state: summarize(page.components).state,
  as_of: page.asOf.toISOString(),
  components: page.components.map(({ id, group, name, state, share90d }) => ({
    id,
    group,
    name,
    state,
    share_90d: share90d,
  })),
});
