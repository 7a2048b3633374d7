import { readPicked, TAG_MARK } from "@/components/snitches/selection/picked";
import { invalid, invalidAttribute } from "@/lib/platform/refusal";
import { cut } from "@/lib/rules/cut";
import { MAX_PUBLIC_NAME } from "@/lib/rules/limits";
import { zoneByCity } from "@/lib/rules/schedule/time-zone";
import { listNamed } from "@/lib/snitches/list-named";
import { resolveNames } from "@/lib/snitches/resolve-names";
import { isLinkUrl, MAX_LINKS } from "@/lib/status-pages/page-input";
import { parseRows, toGroups } from "./pages/[slug]/component-rows";
import { proposeSlug } from "./propose-slug";

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

/** The input for a new page, with a component for each snitch and tag that is picked, or for each snitch of the case. */
export async function readNewPage(caseId: string, form: FormData) {
  const title = text(form, "title");
  const texts = readPicked(form, "groups");
  const tags = texts.flatMap((each) => (each.startsWith(TAG_MARK) ? each.slice(TAG_MARK.length) : []));
  const snitches = texts.filter((each) => !each.startsWith(TAG_MARK));
  const tokens = texts.length === 0 ? null : await resolveNames(caseId, "groups", snitches);
  const components = [
    ...tags.map((tag) => ({ name: cut(tag, MAX_PUBLIC_NAME), tag })),
    ...(await listNamed(caseId, tokens)).map(({ token, name }) => ({
      name: cut(name, MAX_PUBLIC_NAME),
      snitch: token,
    })),
  ];
  return {
    title,
    slug: text(form, "slug").trim() || proposeSlug(title),
    groups: components.length === 0 ? [] : [{ components }],
  };
}

// Each tab of the editor saves its own fields, and no others.

export function readContent(form: FormData) {
  const rows = parseRows(text(form, "groups"));
  if (rows.some(({ kind, name }) => kind === "component" && name.trim() === ""))
    throw invalidAttribute("groups", "Enter a public name for each component");
  return { ...readTexts(form), groups: toGroups(rows) };
}

/** The same for a preview: components without a name are left out, and so are groups without components. */
export function readPreviewedContent(form: FormData) {
  const rows = parseRows(text(form, "groups")).filter(({ name }) => name.trim() !== "");
  return { ...readTexts(form), groups: toGroups(rows).filter(({ components }) => components.length > 0) };
}

const readTexts = (form: FormData) => ({
  title: text(form, "title"),
  description: text(form, "description"),
});

/** A password that is typed for a page without one is not saved; a blank one stays as it is. */
export function readVisibility(form: FormData) {
  const visibility = text(form, "visibility");
  const password = text(form, "password");
  return { visibility, ...(visibility === "password" && password !== "" && { password }) };
}

export function readAccess(form: FormData) {
  return {
    ...readVisibility(form),
    slug: text(form, "slug").trim(),
    networks: text(form, "networks")
      .split(/[\s,]+/)
      .filter(Boolean),
  };
}

export async function readLook(form: FormData) {
  const logos = await Promise.all(
    ["logo", "logo_dark"].map(async (name) => [name, await readLogo(form, name)] as const),
  );
  return {
    language: text(form, "language"),
    timezone: zoneByCity(text(form, "timezone").trim()),
    accent: text(form, "accent").trim() || null,
    ...Object.fromEntries(logos.filter(([, logo]) => logo !== undefined)),
    show_durations: text(form, "show_durations") === "yes",
    links: readLinks(form),
    footer: text(form, "footer"),
  };
}

/** The links that are filled in. Refuses one without a name or a valid URL at its field. */
function readLinks(form: FormData) {
  const rows = Array.from({ length: MAX_LINKS }, (_, i) => ({
    name: text(form, linkField(i, "name")).trim(),
    url: text(form, linkField(i, "url")).trim(),
  }));
  const isLink = ({ name, url }: { name: string; url: string }) => name !== "" || url !== "";
  const problems = rows.flatMap((row, i) => {
    if (!isLink(row)) return [];
    return [
      ...(row.name === "" ? [{ attribute: linkField(i, "name"), message: "can’t be blank" }] : []),
      ...(isLinkUrl(row.url)
        ? []
        : [
            {
              attribute: linkField(i, "url"),
              message: "Enter a URL that begins with https://, http:// or mailto:",
            },
          ]),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
  return rows.filter(isLink);
}

export const linkField = (index: number, part: "name" | "url") => `links.${index}.${part}`;

/** An image as a data URL; null if it is to be removed, and undefined if nothing was chosen. */
async function readLogo(form: FormData, name: string): Promise<string | null | undefined> {
  const file = form.get(name);
  if (file instanceof File && file.size > 0)
    return `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString("base64")}`;
  return form.get(`remove_${name}`) === "yes" ? null : undefined;
}

export function readPublishing(form: FormData) {
  const publish = text(form, "publish");
  if (publish !== "after") return { publish };
  const minutes = Number(text(form, "publish_after").trim() || Number.NaN);
  if (!(minutes >= 1 && minutes <= 1_440)) throw invalidAttribute("publish_after", "Enter 1–1,440 minutes");
  return {
    publish,
    publish_after: Math.round(minutes * 60),
    notify_automatic: text(form, "notify_automatic") === "yes",
  };
}
