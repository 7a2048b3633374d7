import { z } from "zod";
import { NOTICE_KINDS, NOTICE_STATES } from "./notices/states";
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
  notices: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(NOTICE_KINDS),
      title: z.string(),
      state: z.enum(NOTICE_STATES).nullable(),
      updates: z.array(
        z.object({
          at: z.iso.datetime({ precision: 3 }),
          state: z.enum(NOTICE_STATES).nullable(),
          text: z.string().meta({ description: "Markdown." }),
        }),
      ),
    }),
  ),
});

export type PresentedPublicPage = z.output<typeof presentedPublicPage>;

export const presentPublicPage = (page: PublicPage): PresentedPublicPage => ({
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
  notices: page.notices.map(({ id, kind, title, state, updates }) => ({
    id,
    kind,
    title,
    state,
    updates: updates.map(({ at, state, text }) => ({ at: at.toISOString(), state, text })),
  })),
});
