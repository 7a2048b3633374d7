import type { Actor } from "@/lib/audit/actor";
import { addBadge } from "@/lib/pages/add-badge";
import { newBadge } from "@/lib/pages/badge-input";
import { newPage, pageChanges } from "@/lib/pages/page-input";
import { addPage, changePage } from "@/lib/pages/save-page";
import { refuseGuessable } from "@/lib/people/users/refuse-guessable";
import { db } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import { type Change, isChange } from "./diff";
import type { Existing } from "./existing";
import { knownValue } from "./match";
import type { FilePage } from "./page-attributes";
import type { BadgePlan } from "./plan-badges";
import type { PagePlan } from "./plan-pages";
import type { Problem } from "./problem";

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
  return taken.map(({ slug }) => ({ path: ["pages"], message: `has a slug that is taken: ${slug}` }));
}

/** Refuses slugs that are taken. */
export async function refuseTakenSlugs(caseId: string, changes: Change[]): Promise<void> {
  const problems = await findTakenSlugs(caseId, changes);
  if (problems.length > 0) throw invalid(problems.map(({ message }) => ({ attribute: "pages", message })));
}

/** Refuses slugs that are taken and passwords that are easy to guess, before anything is changed. */
export async function refusePages(caseId: string, { planned }: PagePlan): Promise<void> {
  await refuseTakenSlugs(
    caseId,
    planned.map(({ change }) => change),
  );
  for (const { entry, newPassword } of planned)
    if (newPassword.password)
      await refuseGuessable(newPassword.password, [entry.key, entry.attributes.title]);
}

/** Adds and changes the planned pages. `tokens`: of all snitches, by their keys. */
export async function applyPages(
  { planned }: PagePlan,
  { theCase }: Existing,
  tokens: Map<string, string>,
  by: Actor,
): Promise<void> {
  for (const { entry, current, change, newPassword } of planned.filter((each) => isChange(each.change))) {
    const slug = entry.key;
    const attributes: Record<string, unknown> = {
      ...entry.attributes,
      groups: groupsWithTokens(entry.attributes, tokens),
      password: newPassword.password,
    };
    if (!current) await addPage(theCase.id, newPage.parse({ slug, ...attributes }), by);
    else {
      // The rest stays, such as a logo that is too long for a file.
      const changed = change.attributes.map(({ attribute }) => [attribute, attributes[attribute]]);
      await changePage(theCase.id, slug, pageChanges.parse(Object.fromEntries(changed)), by);
    }
  }
}

const groupsWithTokens = ({ groups }: FilePage, tokens: Map<string, string>) =>
  groups.map(({ name, components }) => ({
    name,
    components: components.map(({ snitch, ...component }) => ({
      ...component,
      ...(snitch && { snitch: knownValue(tokens, snitch) }),
    })),
  }));

/** Adds the planned badges. `tokens`: of all snitches, by their keys. */
export async function applyBadges(
  { planned }: BadgePlan,
  { theCase }: Existing,
  tokens: Map<string, string>,
  by: Actor,
): Promise<void> {
  for (const { entry } of planned.filter((each) => isChange(each.change))) {
    const subject = entry.attributes.subject.replace(
      /^snitch:(.*)$/,
      (_, key: string) => `snitch:${knownValue(tokens, key)}`,
    );
    await addBadge(theCase.id, newBadge.parse({ ...entry.attributes, subject }), by);
  }
}
