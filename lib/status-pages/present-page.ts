import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { StoredPage } from "./find-page";
import { groupComponents } from "./group-components";
import { toDataUrl } from "./logo-input";
import { NOT_AUTOMATIC, settingsObject, VISIBILITIES } from "./page-input";

const presentedComponent = z.object({
  id: z.string().meta({
    description: "Doesn’t change while the component exists.",
    examples: ["c4a1f6d8-0b3e-4f95-8a27-5e9d1c7b3f60"],
  }),
  name: z.string().meta({ examples: ["Backup of the shop"] }),
  snitch: z
    .string()
    .optional()
    .meta({ description: "The token of the snitch it shows.", examples: ["c2354d53d2b1a4f0"] }),
  tag: z.string().optional().meta({ description: "Shows all jobs with this tag." }),
});

/** The JSON of a status page in the API. */
export const presentedPage = z.object({
  slug: z.string().meta({ examples: ["acme"] }),
  url: z.url().meta({
    description: "The URL of the page, without the key of its link.",
    examples: [`${env.APP_URL}/status/acme`],
  }),
  title: z.string().meta({ examples: ["Acme’s backups"] }),
  ...settingsObject.shape,
  description: settingsObject.shape.description.meta({ examples: ["What we back up every night."] }),
  timezone: settingsObject.shape.timezone.meta({ examples: ["Europe/Riga"] }),
  publish_after: settingsObject.shape.publish_after.meta({ examples: [NOT_AUTOMATIC.publish_after] }),
  logo: z.string().nullable(),
  logo_dark: z.string().nullable(),
  groups: z.array(z.object({ name: z.string(), components: z.array(presentedComponent) })),
  visibility: z.enum(VISIBILITIES).meta({ examples: ["public"] }),
  networks: z.array(z.string()),
  key: z
    .string()
    .nullable()
    .optional()
    .meta({
      description: "The `?key=` of the link; null if there is none. Only for API keys that can make changes.",
      examples: [null],
    }),
});

export type PresentedPage = z.output<typeof presentedPage>;

export const pageUrl = (slug: string) => `${env.APP_URL}/status/${slug}`;

/** Where its readers open a page: a link with its key, if it has one. */
export const linkOf = ({ slug, visibility, key }: Pick<StoredPage, "slug" | "visibility" | "key">) =>
  visibility === "link" ? `${pageUrl(slug)}?key=${key}` : pageUrl(slug);

type Component = Pick<StoredPage["components"][number], "id" | "groupName" | "name" | "tag" | "snitch">;
type Page = Pick<StoredPage, "slug" | "title" | "settings" | "visibility" | "networks" | "key"> &
  Pick<StoredPage, "logo" | "logoDark"> & { components: Component[] };

export const presentPage = (page: Page, { mayChange }: { mayChange: boolean }): PresentedPage => ({
  slug: page.slug,
  url: pageUrl(page.slug),
  title: page.title,
  ...NOT_AUTOMATIC,
  ...page.settings,
  logo: page.logo && toDataUrl(page.logo),
  logo_dark: page.logoDark && toDataUrl(page.logoDark),
  groups: presentGroups(page.components),
  visibility: page.visibility,
  networks: page.networks,
  ...(mayChange && { key: page.visibility === "link" ? page.key : null }),
});

const presentGroups = (components: Component[]): PresentedPage["groups"] =>
  groupComponents(components, ({ groupName }) => groupName).map((group) => ({
    name: group.name,
    components: group.components.map(({ id, name, snitch, tag }) => ({
      id,
      name,
      ...(snitch && { snitch: snitch.token }),
      ...(tag !== null && { tag }),
    })),
  }));
