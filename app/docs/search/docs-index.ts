import { galleryGroups } from "@/components/channels/gallery";
import { DOCS_PAGES } from "@/components/docs-pages";
import { CHOICES } from "@/lib/api/choices";
import { ERRORS } from "@/lib/api/errors";
import { listQuery } from "@/lib/api/openapi";
import type { Operation } from "@/lib/api/operation";
import { listFormFields } from "@/lib/channel-kinds/form-fields";
import { env } from "@/lib/platform/env";
import { GENERAL_OPERATIONS, RESOURCES } from "../api/resources";
import { headingId, type Passage, splitPassages } from "./passages";
import { CHECK_INS_BY_EMAIL, TEXTS } from "./texts";

const API = "/docs/api";

const plain = (text: string) => text.replaceAll("`", "");

const readOperation = (href: string, page: string, operation: Operation): Passage => ({
  href: `${href}#${operation.id}`,
  page,
  heading: operation.title,
  text: plain(
    [
      `${operation.method} ${operation.path}.`,
      operation.description,
      ...listQuery(operation).map(({ name, description }) => `${name}: ${description}`),
    ].join(" "),
  ),
});

const listApiPassages = (): Passage[] => [
  {
    href: API,
    page: "API reference",
    heading: "API reference",
    text: "Every request needs an API key of a case. HTTP, REST, JSON, OpenAPI.",
  },
  ...RESOURCES.flatMap(({ slug, title, summary, operations }) => {
    const page = `API reference: ${title}`;
    return [
      { href: `${API}/${slug}`, page, heading: page, text: plain(summary) },
      ...operations.map((operation) => readOperation(`${API}/${slug}`, page, operation)),
    ];
  }),
  ...GENERAL_OPERATIONS.map((operation) => readOperation(API, "API reference", operation)),
  {
    href: `${API}#errors`,
    page: "API reference",
    heading: "Errors",
    text: ERRORS.map(({ status, type, cause }) => plain(`${status} ${type ?? ""}: ${cause}`)).join(" "),
  },
  ...CHOICES.map(([question, choice]) => ({
    href: `${API}#choices`,
    page: "API reference: Details and limits",
    heading: plain(question),
    text: plain(choice),
  })),
];

/** Each kind of channel, with its settings: a table of the page about channels. */
const listChannelPassages = (): Passage[] =>
  galleryGroups().flatMap(({ title, choices }) =>
    choices.map(({ kind, label, needs }) => ({
      href: `/docs/channels#${headingId(title)}`,
      page: `Channels: ${title}`,
      heading: label,
      text: plain(
        [needs, ...listFormFields(kind).map(({ title, description }) => `${title}: ${description}`)].join(
          " ",
        ),
      ),
    })),
  );

function listPagePassages(href: string): Passage[] {
  const passages = splitPassages(href, TEXTS[href] ?? "");
  if (href !== "/docs/check-ins" || env.MAIL_IN_PORT === undefined) return passages;
  // Its part about emails stands between two others, with a heading of its own.
  const [, ...byEmail] = splitPassages(href, `# ${passages[0]?.page}\n\n${CHECK_INS_BY_EMAIL}`);
  return [...passages, ...byEmail];
}

let index: Passage[] | undefined;

/** Everything that the documentation says, in the order of its pages. Read once: nothing of it changes while a process runs. */
export function docsIndex(): Passage[] {
  index ??= [
    ...DOCS_PAGES.flatMap(([href]) => (href in TEXTS ? listPagePassages(href) : [])),
    ...listChannelPassages(),
    ...listApiPassages(),
  ];
  return index;
}
