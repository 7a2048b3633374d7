import { refuseGuessable } from "@/lib/people/users/refuse-guessable";
import { db } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import { listPages } from "@/lib/status-pages/find-page";
import { groupComponents } from "@/lib/status-pages/group-components";
import { newPage, pageChanges } from "@/lib/status-pages/page-input";
import { presentPage } from "@/lib/status-pages/present-page";
import { revokeShare } from "@/lib/status-pages/revoke";
import { addPage, changePage } from "@/lib/status-pages/save-page";
import type { PlanOf } from "../configuration";
import type { Change } from "../diff";
import { type FilePage, MAX_LOGO, toComponent } from "../page-attributes";
import type { Plan } from "../plan";
import type { Problem } from "../problem";
import { knownValue, type Store } from "../store";
import type { ExistingPage } from "./pages";

/** The status pages of a case. `snitchKeys`: by the ids of snitches. */
export async function loadPages(caseId: string, snitchKeys: Map<string, string>): Promise<ExistingPage[]> {
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
            toComponent({ name, tag, snitch: snitchId && snitchKeys.get(snitchId) }),
          ),
        })),
      },
    };
  });
}

/** The problems of new and changed pages whose slug another case has published. */
export async function findTakenSlugs(caseId: string, changes: Change[]): Promise<Problem[]> {
  const slugs = changes
    .filter(({ resource, action }) => resource === "page" && (action === "create" || action === "change"))
    .map(({ key }) => key);
  if (slugs.length === 0) return [];
  const taken = await db.page.findMany({
    where: { slug: { in: slugs }, visibility: { not: "hidden" }, NOT: { caseId } },
    select: { slug: true },
  });
  return taken.map(({ slug }) => ({ path: ["pages"], message: `has a slug that is already taken: ${slug}` }));
}

/** Refuses slugs that are taken. */
export async function refuseTakenSlugs(caseId: string, changes: Change[]): Promise<void> {
  const problems = await findTakenSlugs(caseId, changes);
  if (problems.length > 0) throw invalid(problems.map(({ message }) => ({ attribute: "pages", message })));
}

/** Refuses slugs that are taken and passwords that are easy to guess, before anything is changed. */
export async function refusePages(caseId: string, { changes, pages }: Plan): Promise<void> {
  await refuseTakenSlugs(caseId, changes);
  for (const { entry, secrets } of pages.planned)
    if (secrets.password) await refuseGuessable(secrets.password, [entry.key, entry.attributes.title]);
}

export const pageStore: Store<PlanOf<"pages">> = {
  remove: ({ id }, { caseId, by }) => revokeShare(caseId, "page", id, by),
  apply: async (entries, { caseId, ids, by }) => {
    for (const { entry, current, change, secrets } of entries) {
      const slug = entry.key;
      const attributes: Record<string, unknown> = {
        ...entry.attributes,
        groups: groupsWithTokens(entry.attributes, ids.snitches),
        password: secrets.password,
      };
      if (!current) await addPage(caseId, newPage.parse({ slug, ...attributes }), by);
      else {
        // The rest stays, such as a logo that is too long for a file.
        const changed = change.attributes.map(({ attribute }) => [attribute, attributes[attribute]]);
        await changePage(caseId, slug, pageChanges.parse(Object.fromEntries(changed)), by);
      }
    }
  },
};

const groupsWithTokens = ({ groups }: FilePage, tokens: Map<string, string>) =>
  groups.map(({ name, components }) => ({
    name,
    components: components.map(({ snitch, ...component }) => ({
      ...component,
      ...(snitch && { snitch: knownValue(tokens, snitch) }),
    })),
  }));
