import { z } from "zod";
import { NOTICE_KINDS, NOTICE_STATES } from "./notices/states";
import { PUBLIC_STATES } from "./view/component-state";
import { type PublicPage, pageState } from "./view/public-page";

/** The JSON of a status page, for everyone who may see it. */
export const presentedPublicPage = z.object({
  title: z.string().meta({ examples: ["Acme’s backups"] }),
  state: z.enum(PUBLIC_STATES).meta({ description: "The worst of all components.", examples: ["ok"] }),
  as_of: z.iso.datetime({ precision: 3 }).meta({ examples: ["2026-05-29T00:12:00.000Z"] }),
  components: z.array(
    z.object({
      id: z.string().meta({ examples: ["c4a1f6d8-0b3e-4f95-8a27-5e9d1c7b3f60"] }),
      group: z.string(),
      name: z.string().meta({ examples: ["Backup of the shop"] }),
      state: z.enum(PUBLIC_STATES).meta({ examples: ["ok"] }),
      share_90d: z
        .number()
        .nullable()
        .meta({
          description: "The percentage of runs over 90 days that went as planned, rounded down to a tenth.",
          examples: [99.4],
        }),
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
  state: pageState(page.components),
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
