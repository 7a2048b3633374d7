import ipaddr from "ipaddr.js";
import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT, tooLong } from "@/lib/platform/postgres-text";
import { storableText } from "@/lib/platform/text-input";
import { MAX_PUBLIC_NAME } from "@/lib/rules/limits";
import { isTimeZone } from "@/lib/rules/schedule/time-zone";
import { publicLine } from "./line-input";
import { logo } from "./logo-input";

/** `hidden`: no one sees it; its editors have a preview. */
export const VISIBILITIES = ["hidden", "public", "link", "password"] as const;
export type Visibility = (typeof VISIBILITIES)[number];
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

export const MAX_PAGES = 20;
export const MAX_COMPONENTS = 200;
export const MAX_LINKS = 10;
const MAX_NETWORKS = 50;
const MAX_PASSWORD = 200;
const MIN_PASSWORD = 8;
const RESERVED = ["hosts", "api"];

const oneOf = (values: readonly string[]) => ({ error: `must be one of ${values.join(", ")}` });

const line = publicLine(MAX_PUBLIC_NAME);

const text = storableText(5_000);

const NOT_A_SLUG = "Use 3–40 lowercase letters, digits or hyphens";
export const pageSlug = z
  .string({ error: NOT_A_SLUG })
  .regex(/^[a-z\d-]{3,40}$/, NOT_A_SLUG)
  .refine((name) => !RESERVED.includes(name), "is reserved")
  .meta({ description: "Its name in URLs, unique in the installation.", examples: ["acme"] });

/** Whether a link on a page may lead there: nothing that runs in the page. */
export const isLinkUrl = (url: string): boolean =>
  /^(https?:\/\/|mailto:)/i.test(url) && URL.canParse(url) && !/[\s<>"]/.test(url);

const link = z.object(
  {
    name: line,
    url: z
      .string({ error: "must have a URL" })
      .max(2_000, "has a URL that is too long")
      .refine(isPostgresText, NOT_POSTGRES_TEXT)
      .refine(isLinkUrl, "must have URLs with http, https or mailto"),
  },
  { error: "must be a list of objects with a name and a url" },
);

const NOT_A_NETWORK = "Enter networks such as 10.0.0.0/8";
const network = z.string({ error: NOT_A_NETWORK }).transform((value, context) => {
  const range = ipaddr.isValid(value) ? `${value}/${value.includes(":") ? 128 : 32}` : value;
  if (ipaddr.isValidCIDR(range) && (range.includes(":") || /^\d+(\.\d+){3}\//.test(range)))
    return ipaddr.parseCIDR(range).toString();
  context.addIssue({ code: "custom", message: NOT_A_NETWORK });
  return z.NEVER;
});

const subject = z.string({ error: "must be text" }).refine(isPostgresText, NOT_POSTGRES_TEXT).nullish();
const component = z
  .object(
    {
      id: z
        .string({ error: "must be text" })
        .optional()
        .meta({ description: "Set when renaming a component." }),
      name: line.meta({ description: "Anyone can see it.", examples: ["Nightly backup"] }),
      snitch: subject.meta({ description: "The token of the snitch it shows." }),
      tag: subject.meta({ description: "Shows all jobs with this tag." }),
    },
    { error: "must have components with a name each" },
  )
  .refine(({ snitch, tag }) => !snitch || !tag, "must have a snitch or a tag, not both");

const groups = z
  .array(
    z.object(
      {
        name: line.or(z.literal("")).default("").meta({ description: "Empty for none." }),
        components: z
          .array(component, { error: "must have a list of components in each group" })
          .min(1, "must have components in each group"),
      },
      { error: "must be a list of groups" },
    ),
    { error: "must be a list of groups" },
  )
  .refine(
    (list) => list.flatMap(({ components }) => components).length <= MAX_COMPONENTS,
    `has too many components (maximum is ${MAX_COMPONENTS})`,
  )
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "must have different names");

export type Groups = z.output<typeof groups>;

const NOT_SECONDS = "must be a whole number of seconds from 60 to 86400";

/** What a page shows besides its components, as it is stored. */
const settings = {
  description: text.meta({ description: "Markdown, without images and HTML." }),
  timezone: z
    .string({ error: "must be a time zone" })
    .refine(isTimeZone, "Enter a time zone such as Europe/Berlin"),
  language: z.enum(LANGUAGES, oneOf(LANGUAGES)),
  accent: z
    .string({ error: "Enter a hex color such as #0a7f5a" })
    .regex(/^#[\da-f]{6}$/i, "Enter a hex color such as #0a7f5a")
    .nullable(),
  links: z.array(link, { error: "must be a list" }).max(MAX_LINKS, `has more than ${MAX_LINKS} links`),
  footer: text.meta({ description: "Markdown, without images and HTML." }),
  show_durations: z.boolean({ error: "must be true or false" }),
  publish: z.enum(["never", "after"], oneOf(["never", "after"])).meta({
    description:
      "`after` automatically publishes a notice for an incident that has lasted for `publish_after`, and its end.",
  }),
  publish_after: z
    .int({ error: NOT_SECONDS })
    .min(60, NOT_SECONDS)
    .max(86_400, NOT_SECONDS)
    .meta({ description: "Seconds." }),
  notify_automatic: z
    .boolean({ error: "must be true or false" })
    .meta({ description: "Whether subscribers are notified of automatic notices." }),
};

export const settingsObject = z.object(settings);
export type PageSettings = z.output<typeof settingsObject>;

const attributes = {
  slug: pageSlug,
  title: line,
  ...settings,
  logo: logo.meta({ description: "A raster image of at most 200 kB, as a data URL." }),
  logo_dark: logo.meta({ description: "The logo for dark backgrounds." }),
  groups: groups,
  visibility: z.enum(VISIBILITIES, oneOf(VISIBILITIES)).meta({
    description:
      "Who can see the page: no one yet, anyone, anyone with the link, or anyone with the password.",
  }),
  password: z
    .string({ error: "must be text" })
    .min(MIN_PASSWORD, `is too short (minimum is ${MIN_PASSWORD} characters)`)
    .max(MAX_PASSWORD, tooLong(MAX_PASSWORD))
    .nullish()
    .meta({ description: "Never returned. Changing it signs everyone out." }),
  networks: z
    .array(network, { error: NOT_A_NETWORK })
    .max(MAX_NETWORKS, `has too many items (maximum is ${MAX_NETWORKS})`)
    .meta({
      description: "Visible only from these networks; 404 from anywhere else.",
      examples: [["10.0.0.0/8"]],
    }),
};

const NOT_AN_OBJECT = { error: "must be a JSON object" };

/** What pages from before have, too. */
export const NOT_AUTOMATIC = { publish: "never", publish_after: 900, notify_automatic: false } as const;

export const PAGE_DEFAULTS = {
  ...NOT_AUTOMATIC,
  description: "",
  timezone: "UTC",
  language: "en",
  accent: null,
  links: [],
  footer: "",
  show_durations: false,
  logo: null,
  logo_dark: null,
  groups: [],
  visibility: "hidden",
  networks: [],
} satisfies Partial<z.output<z.ZodObject<typeof attributes>>>;

/** The input for a new page. Only its slug and title are required. */
export const newPage = z
  .object({ ...z.object(attributes).partial().shape, slug: pageSlug, title: line }, NOT_AN_OBJECT)
  .transform((input) => ({ ...PAGE_DEFAULTS, ...input }));
export type NewPage = z.output<typeof newPage>;

/** The input for changes to a page. What is absent stays; `groups` replaces all of them. */
export const pageChanges = z.object(
  {
    ...z.object(attributes).partial().shape,
    replace_key: z
      .boolean({ error: "must be true or false" })
      .optional()
      .meta({ description: "Creates a new link. The previous link stops working." }),
  },
  NOT_AN_OBJECT,
);
export type PageChanges = z.output<typeof pageChanges>;

/** The settings among the attributes of an input. */
export const settingsIn = (input: PageChanges): Partial<PageSettings> =>
  Object.fromEntries(
    Object.keys(settings).flatMap((name) => {
      const value = input[name as keyof PageSettings];
      return value === undefined ? [] : [[name, value]];
    }),
  );
