import { resolveNames } from "@/lib/snitches/resolve-names";
import { type GroupText, readGroups, readLinks } from "./page-text";

/** The input for a page among the fields of a form. What a form leaves blank stays: the logos and the password. */
export async function readPageFields(caseId: string, form: FormData): Promise<object> {
  const text = (name: string) => String(form.get(name) ?? "");
  const logos = await Promise.all(
    ["logo", "logo_dark"].map(async (name) => [name, await readLogo(form, name)] as const),
  );
  return {
    slug: text("slug").trim(),
    title: text("title"),
    description: text("description"),
    timezone: text("timezone").trim(),
    language: text("language"),
    accent: text("accent").trim() || null,
    links: readLinks(text("links")),
    footer: text("footer"),
    show_durations: text("show_durations") === "yes",
    publish: text("publish"),
    publish_after: Math.round(Number(text("publish_after").trim() || Number.NaN) * 60),
    notify_automatic: text("notify_automatic") === "yes",
    visibility: text("visibility"),
    networks: text("networks")
      .split(/[\s,]+/)
      .filter(Boolean),
    groups: await withTokens(caseId, readGroups(text("groups"))),
    ...(text("password") !== "" && { password: text("password") }),
    ...Object.fromEntries(logos.filter(([, logo]) => logo !== undefined)),
  };
}

/** An image as a data URL; null if it is to be removed, and undefined if nothing was chosen. */
async function readLogo(form: FormData, name: string): Promise<string | null | undefined> {
  const file = form.get(name);
  if (file instanceof File && file.size > 0)
    return `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString("base64")}`;
  return form.get(`remove_${name}`) === "yes" ? null : undefined;
}

const withTokens = (caseId: string, groups: GroupText[]) =>
  Promise.all(
    groups.map(async (group) => ({
      ...group,
      components: await Promise.all(
        group.components.map(async ({ snitch, ...component }) =>
          snitch === undefined
            ? component
            : { ...component, snitch: (await resolveNames(caseId, "groups", [snitch]))[0] },
        ),
      ),
    })),
  );
