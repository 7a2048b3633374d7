import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { ROLES } from "@/lib/cases/roles";
import { KINDS } from "@/lib/channel-kinds/find";
import { expected, PAGES } from "../../e2e/permissions/table";
import { CHANNEL_NAMES } from "./channels";
import { commandsFor } from "./commands";
import { ENTRIES, LEFT_OUT } from "./entries";
import type { Entry } from "./entry";

/** The pages of `app` whose address needs nothing but a case. */
const staticPages = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file}`.replace(/\/\([^)]+\)/g, "").replace(/\/page\.tsx$/, "") || "/")
  .filter((page) => !page.replace("/[caseId]", "").includes("["));

/** The folder of a page. */
const toRoute = (page: string) =>
  page
    .replace(/(channels\/new\/)\w+$/, "$1[kind]")
    .replace(/(docs\/api\/)[\w-]+$/, "$1[resource]")
    .replace(/^(\/docs\/)(?!api$|search$)[\w-]+$/, "$1[page]");

const pagesOf = (entries: Entry[]) => entries.flatMap(({ to }) => ("page" in to ? [to.page] : []));

test("every page has an entry, or a reason why it has none", () => {
  expect(staticPages.length).toBeGreaterThan(40);
  const known = new Set([...pagesOf(ENTRIES), ...Object.keys(LEFT_OUT)]);
  expect(staticPages.filter((page) => !known.has(page))).toEqual([]);
});

test("no page is left out without need, and no entry leads to a page that does not exist", () => {
  const pages = pagesOf(ENTRIES).map(toRoute);
  expect(Object.keys(LEFT_OUT).filter((page) => pages.includes(page))).toEqual([]);
  expect([...pages, ...Object.keys(LEFT_OUT)].filter((page) => !(page in PAGES))).toEqual([]);
});

test.each(ROLES)("to %s, only pages are offered that the role may open", (role) => {
  const offered = commandsFor({
    theCase: { id: "0195", name: "Acme" },
    role,
    isOperator: false,
    cases: [],
    pathname: "/0195/snitches/c0ffee",
  });
  const ids = new Set(offered.map(({ id }) => id));
  const refused = pagesOf(ENTRIES.filter(({ id }) => ids.has(id))).filter((page) => {
    const audience = PAGES[toRoute(page)];
    return audience === undefined || expected(role, audience) !== "shown";
  });
  expect(refused).toEqual([]);
});

test("each id names one entry, and each title of a group", () => {
  const repeated = (keys: string[]) => keys.filter((key, i) => keys.indexOf(key) !== i);
  expect(repeated(ENTRIES.map(({ id }) => id))).toEqual([]);
  expect(repeated(ENTRIES.map(({ group, title }) => `${group}: ${title}`))).toEqual([]);
});

test("each kind of channel can be added by its name", () => {
  expect(CHANNEL_NAMES).toEqual(KINDS.map(({ kind, label }) => [kind, label]));
});
