import { randomUUID } from "node:crypto";
import type { Sql } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import type { Groups } from "./page-input";

type Component = {
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

/** The components of a page in the order of the input. Each has the id of the present one that it stands for, or else a new one. */
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

/** Replaces the components of a locked page. Refuses tokens and tags that are not of its case. */
export async function saveComponents(
  sql: Sql,
  caseId: string,
  pageId: string,
  groups: Groups,
): Promise<void> {
  const next = groups.flatMap(({ name: groupName, components }) =>
    components.map(({ snitch, tag, ...component }) => ({
      ...component,
      groupName,
      token: snitch || null,
      tag: tag || null,
    })),
  );
  const idsByToken = await findTokens(
    sql,
    caseId,
    next.flatMap(({ token }) => token ?? []),
  );
  await refuseOtherTags(
    sql,
    caseId,
    next.flatMap(({ tag }) => tag ?? []),
  );
  const present = await sql<Component>(
    `SELECT id, group_name AS "groupName", name, snitch_id AS "snitchId", tag FROM page_components WHERE page_id = $1 ORDER BY position`,
    [pageId],
  );
  const components = matchComponents(
    present,
    next.map(({ token, ...component }) => ({
      ...component,
      snitchId: token === null ? null : (idsByToken.get(token) ?? null),
    })),
  );
  await sql("DELETE FROM page_components WHERE page_id = $1 AND NOT id = ANY($2::uuid[])", [
    pageId,
    components.map(({ id }) => id),
  ]);
  await sql(
    `INSERT INTO page_components (id, page_id, position, group_name, name, snitch_id, tag)
     SELECT id, $1, position, group_name, name, snitch_id, tag
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[]) WITH ORDINALITY
       AS n (id, group_name, name, snitch_id, tag, position)
     ON CONFLICT (id) DO UPDATE SET position = EXCLUDED.position, group_name = EXCLUDED.group_name, name = EXCLUDED.name,
       snitch_id = EXCLUDED.snitch_id, tag = EXCLUDED.tag`,
    [
      pageId,
      components.map(({ id }) => id),
      components.map(({ groupName }) => groupName),
      components.map(({ name }) => name),
      components.map(({ snitchId }) => snitchId),
      components.map(({ tag }) => tag),
    ],
  );
}

async function findTokens(sql: Sql, caseId: string, tokens: string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; token: string }>(
    "SELECT id, token FROM snitches WHERE case_id = $1 AND token = ANY($2)",
    [caseId, tokens],
  );
  const ids = new Map(rows.map(({ id, token }) => [token, id]));
  const unknown = tokens.find((token) => !ids.has(token));
  if (unknown !== undefined) throw invalid([refusalOf("token that no snitch", unknown)]);
  return ids;
}

async function refuseOtherTags(sql: Sql, caseId: string, tags: string[]): Promise<void> {
  if (tags.length === 0) return;
  const [unknown] = await sql<{ tag: string }>(
    `SELECT tag FROM unnest($2::text[]) AS tag
     WHERE NOT EXISTS (SELECT FROM snitches WHERE case_id = $1 AND tags @> ARRAY[tag]) LIMIT 1`,
    [caseId, tags],
  );
  if (unknown) throw invalid([refusalOf("tag that no snitch", unknown.tag)]);
}

const refusalOf = (what: string, name: string) => ({
  attribute: "groups",
  message: `has a ${what} of this case has: ${name.slice(0, 40).toWellFormed()}`,
});
