import { OPERATIONS } from "@/app/v1/operations";
import type { Operation } from "@/lib/api/operation";
import { RESOURCES as DESCRIPTIONS, findResource, type Resource } from "@/lib/api/resources";

/** A page of the reference: what can be done with one kind of thing. */
type Page = Omit<Resource, "prefix" | "publicPrefix"> & { operations: Operation[] };

const ORDER = [
  "snitches",
  "runs",
  "search",
  "incidents",
  "hints",
  "policies",
  "machines",
  "kubernetes",
  "maintenance",
  "channels",
  "schedules",
  "configuration",
  "pages",
  "badges",
  "notices",
  "api-keys",
  "audit",
  "exports",
  "reports",
  "sentry-dsn",
];

const findPage = ({ path }: Operation) => findResource(path)?.slug;

/** The pages of the reference, in the order of its navigation. */
export const RESOURCES: Page[] = DESCRIPTIONS.map(({ prefix: _, publicPrefix: __, ...page }) => ({
  ...page,
  operations: OPERATIONS.filter((operation) => findPage(operation) === page.slug),
})).sort((one, other) => ORDER.indexOf(one.slug) - ORDER.indexOf(other.slug));

/** The operations about the API itself, which stand on its first page. */
export const GENERAL_OPERATIONS = OPERATIONS.filter((operation) => findPage(operation) === undefined);

/** Where the anchors of the previous reference, which was one page, lead now: the address of each operation, by its id. */
export const FORMER_ANCHORS: Record<string, string> = Object.fromEntries(
  RESOURCES.flatMap(({ slug, operations }) => operations.map(({ id }) => [id, `/docs/api/${slug}#${id}`])),
);
