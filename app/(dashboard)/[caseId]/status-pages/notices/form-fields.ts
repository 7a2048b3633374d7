/** The field that puts a notice on a page. */
export const pageField = (slug: string) => `page ${slug}`;

/** The field with the impact on a component of a page. */
export const impactField = (slug: string, component: string) => `impact ${slug} ${component}`;

/** The pages that are chosen. */
export const readPages = (form: FormData): string[] =>
  [...form.keys()].flatMap((name) => /^page (\S+)$/.exec(name)?.[1] ?? []);

/**
 * The components for which an impact is chosen, if they are on these pages; absent if the form asks for none. What was chosen on a page
 * that is not chosen any longer does not count.
 */
export function readAffected(form: FormData, slugs?: string[]) {
  const fields = [...form].flatMap(([name, impact]) => {
    const [, slug = "", component = ""] = /^impact (\S+) (\S+)$/.exec(name) ?? [];
    return component ? [{ slug, component, impact }] : [];
  });
  if (fields.length === 0) return {};
  return {
    affected: fields.flatMap(({ slug, component, impact }) =>
      impact !== "" && (slugs?.includes(slug) ?? true) ? { component, impact } : [],
    ),
  };
}
