import { z } from "zod";
import { toDataUrl } from "@/lib/status-pages/logo-input";
import { PAGE_DEFAULTS as DEFAULTS, newPage } from "@/lib/status-pages/page-input";
import type { PresentedPage } from "@/lib/status-pages/present-page";
import { variable } from "./channel-attributes";
import { type Fields, isFields, listProblems, unknownNames } from "./file-input";
import type { Path, Problem } from "./problem";

/** In characters of a data URL. A longer logo would be most of a file: it is uploaded on the page. */
export const MAX_LOGO = 10_000;

type Component = { name: string; snitch?: string; tag?: string };
type Group = { name: string; components: Component[] };

/** A status page as a file describes it, with snitches by their keys. A logo is null, too, if it is too long for a file. */
export type PageAttributes = Omit<PresentedPage, "slug" | "url" | "key" | "groups"> & { groups: Group[] };

/** The variable that holds the password is not a state of a page, and so no attribute of one that there is. */
export type FilePage = PageAttributes & { password: { env: string } | null };

export const PAGE_DEFAULTS: FilePage = {
  title: "",
  password: null,
  ...DEFAULTS,
};

const passwordInput = z
  .strictObject({ env: variable }, { error: "must be env: with the name of an environment variable" })
  .nullish();

/** Reads a page of a file, or what is wrong with it. */
export function readPage(
  { password: givenPassword, ...fields }: Fields,
  path: Path,
): { attributes: FilePage } | { problems: Problem[] } {
  const password = passwordInput.safeParse(givenPassword);
  // The slug is read as the key of the entry.
  const page = newPage.safeParse({ ...fields, slug: "any-slug" });
  const unknown = unknownInGroups(fields.groups, [...path, "groups"]);
  if (!password.success || !page.success || unknown.length > 0)
    return {
      problems: [
        ...(password.error ? listProblems(password.error, [...path, "password"]) : []),
        ...(page.error ? listProblems(page.error, path) : []),
        ...unknown,
      ],
    };
  const { slug: _, logo, logo_dark, groups, ...rest } = page.data;
  const attributes: FilePage = {
    ...rest,
    password: password.data ?? null,
    logo: logo && toDataUrl(logo),
    logo_dark: logo_dark && toDataUrl(logo_dark),
    groups: groups.map(({ name, components }) => ({ name, components: components.map(toComponent) })),
  };
  const problems = [
    ...(["logo", "logo_dark"] as const)
      .filter((name) => (attributes[name]?.length ?? 0) > MAX_LOGO)
      .map((name) => ({ path: [...path, name], message: TOO_LONG })),
    ...(attributes.password && attributes.visibility !== "password"
      ? [{ path: [...path, "password"], message: "is only for pages with visibility: password" }]
      : []),
  ];
  return problems.length > 0 ? { problems } : { attributes };
}

const TOO_LONG = `is too long for a file (maximum is ${MAX_LOGO.toLocaleString("en")} characters): upload it on the page`;

type Subject = { name: string; snitch?: string | null; tag?: string | null };

export const toComponent = ({ name, snitch, tag }: Subject): Component => ({
  name,
  ...(snitch && { snitch }),
  ...(tag && { tag }),
});

/** Ids of components among them, which are not in a file. */
function unknownInGroups(groups: unknown, path: Path): Problem[] {
  const maps = (list: unknown, path: Path) =>
    Array.isArray(list)
      ? list.flatMap((item: unknown, i) => (isFields(item) ? [{ item, path: [...path, i] }] : []))
      : [];
  return maps(groups, path).flatMap(({ item: group, path }) => [
    ...unknownNames(group, ["name", "components"], path, "a group"),
    ...maps(group.components, [...path, "components"]).flatMap(({ item, path }) =>
      unknownNames(item, ["name", "snitch", "tag"], path, "a component"),
    ),
  ]);
}
