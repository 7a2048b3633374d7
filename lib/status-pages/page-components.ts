import { randomUUID } from "node:crypto";
import { type Sql, toSql } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import { invalid } from "@/lib/platform/refusal";
import type { Groups } from "./page-input";

/** A component of a page: it represents a snitch, all with a tag, or, with neither, something of others. */
export type Component = {
  id: string;
  groupName: string;
  name: string;
  snitchId: string | null;
  tag: string | null;
};

type Subject = Pick<Component, "name" | "snitchId" | "tag">;

const isSameSubject = (one: Subject, other: Subject): boolean =>
  one.snitchId === other.snitchId &&
  one.tag === other.tag &&
  (one.snitchId !== null || one.tag !== null || one.name === other.name);

/** The components of a page in the order of the input. Each has the id of the existing one it stands for, or else a new one. */
export function matchComponents(
  present: Component[],
  next: (Subject & { id?: string; groupName: string })[],
): Component[] {
  const free = new Map(present.map((component) => [component.id, component]));
  const take = (component: Component | undefined) => {
    if (component) free.delete(component.id);
    return component?.id;
  };
  // Those that are named come first, whatever their place.
  const ids = next.map(({ id }) => (id === undefined ? undefined : take(free.get(id))));
  return next.map((component, i) => ({
    ...component,
    id: ids[i] ?? take([...free.values()].find((each) => isSameSubject(each, component))) ?? randomUUID(),
  }));
}

/** The components of a page in their order. */
export const listComponents = (sql: Sql, pageId: string) =>
  sql<Component>(
    `SELECT id, group_name AS "groupName", name, snitch_id AS "snitchId", tag FROM page_components
     WHERE page_id = $1::uuid ORDER BY position`,
    [pageId],
  );

/** The components that a page has with these groups. Refuses tokens and tags that are not of its case. */
export async function resolveComponents(
  sql: Sql,
  caseId: string,
  pageId: string,
  groups: Groups,
): Promise<Component[]> {
  const input = groups.flatMap(({ name: groupName, components }) =>
    components.map((component) => ({ ...component, groupName })),
  );
  const subjects = (kind: "snitch" | "tag") => input.flatMap((component) => component[kind] || []);
  const ids = await findTokens(sql, caseId, subjects("snitch"));
  await refuseOtherTags(sql, caseId, subjects("tag"));
  return matchComponents(
    await listComponents(sql, pageId),
    input.map(({ snitch, tag, ...component }) => ({
      ...component,
      snitchId: (snitch && ids.get(snitch)) || null,
      tag: tag || null,
    })),
  );
}

/** Replaces the components of a locked page. Refuses tokens and tags that are not of its case. */
export async function saveComponents(
  tx: Prisma.TransactionClient,
  caseId: string,
  pageId: string,
  groups: Groups,
): Promise<void> {
  const components = await resolveComponents(toSql(tx), caseId, pageId, groups);
  // Nothing refers to a row: what is said of a component is found by its id.
  await tx.pageComponent.deleteMany({ where: { pageId } });
  await tx.pageComponent.createMany({
    data: components.map((component, position) => ({ ...component, position, pageId })),
  });
}

async function findTokens(sql: Sql, caseId: string, tokens: string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; token: string }>(
    "SELECT id, token FROM snitches WHERE case_id = $1::uuid AND token = ANY($2)",
    [caseId, tokens],
  );
  const ids = new Map(rows.map(({ id, token }) => [token, id]));
  const unknown = tokens.find((token) => !ids.has(token));
  if (unknown !== undefined) throw invalid([refusalOf("snitch", unknown)]);
  return ids;
}

async function refuseOtherTags(sql: Sql, caseId: string, tags: string[]): Promise<void> {
  if (tags.length === 0) return;
  const [unknown] = await sql<{ tag: string }>(
    `SELECT tag FROM unnest($2::text[]) AS tag
     WHERE NOT EXISTS (SELECT FROM snitches WHERE case_id = $1::uuid AND tags @> ARRAY[tag]) LIMIT 1`,
    [caseId, tags],
  );
  if (unknown) throw invalid([refusalOf("tag", unknown.tag)]);
}

const refusalOf = (what: string, name: string) => ({
  attribute: "groups",
  message: `has an unknown ${what}: ${name.slice(0, 40).toWellFormed()}`,
});
