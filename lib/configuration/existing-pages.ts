import { listPages } from "@/lib/pages/find-page";
import { groupComponents } from "@/lib/pages/group-components";
import { presentPage } from "@/lib/pages/present-page";
import { MAX_LOGO, type PageAttributes, toComponent } from "./page-attributes";

export type ExistingPage = {
  /** Its slug. */
  key: string;
  id: string;
  hasPassword: boolean;
  /** The logos that are too long for a file: they stay what they are. */
  longLogos: string[];
  attributes: PageAttributes;
};

/** The status pages of a case, without the keys of their links and their passwords. `keys`: of its snitches, by their ids. */
export async function loadPages(caseId: string, keys: Map<string, string>): Promise<ExistingPage[]> {
  const pages = await listPages(caseId);
  return pages.map((page) => {
    const { slug, url: _, links, logo, logo_dark, ...attributes } = presentPage(page, { mayChange: false });
    const isLong = (logo: string | null) => logo !== null && logo.length > MAX_LOGO;
    return {
      key: slug,
      id: page.id,
      hasPassword: page.passwordId !== null,
      longLogos: Object.entries({ logo, logo_dark }).flatMap(([name, url]) => (isLong(url) ? [name] : [])),
      attributes: {
        ...attributes,
        // Postgres has their members in another order.
        links: links.map(({ name, url }) => ({ name, url })),
        logo: isLong(logo) ? null : logo,
        logo_dark: isLong(logo_dark) ? null : logo_dark,
        groups: groupComponents(page.components, ({ groupName }) => groupName).map((group) => ({
          name: group.name,
          components: group.components.map(({ name, tag, snitchId }) =>
            toComponent({ name, tag, snitch: snitchId && keys.get(snitchId) }),
          ),
        })),
      },
    };
  });
}
