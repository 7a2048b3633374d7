import type { Actor } from "@/lib/audit/record";
import { addNote, type Note } from "@/lib/incidents/notes";
import { query, type Sql } from "@/lib/platform/db";
import { invalidAttribute, parse } from "@/lib/platform/refusal";
import type { NoteState } from "@/lib/rules/incidents/incident";
import { publishPageChange } from "../announce";
import { STANDS_FOR } from "../stands-for";
import { insertNotice } from "./add";
import { newNotice, newUpdate } from "./input";
import { findNotice, lockCaseForNotices, type Writing } from "./store";
import { continueNotice } from "./update";

type PublicNote = { pages: string[]; state: NoteState | null; text: string };

/** Adds a note to an incident of the case, and has it stand on these pages, if there are any. */
export async function addPublicNote(
  caseId: string,
  incidentId: string,
  { pages, ...note }: PublicNote,
  now: Date,
  by: Actor,
): Promise<Note> {
  if (pages.length === 0) return addNote(caseId, incidentId, note, now, by);
  const publish = (sql: Sql) => publishNote({ sql, caseId, now, by }, incidentId, { ...note, pages });
  const added = await addNote(caseId, incidentId, note, now, by, publish);
  publishPageChange(caseId);
  return added;
}

/** The pages on which readers would see a note about this incident, by title: drafts have none. */
export async function listPagesOfIncident(caseId: string, incidentId: string) {
  const components = await findComponents(query, caseId, incidentId);
  const visible = components.filter(({ isDraft }) => !isDraft);
  return [...new Map(visible.map(({ slug, title }) => [slug, { slug, title }])).values()];
}

/**
 * Has a note about an incident stand on status pages: in the notice of the incident there, or in a new one. Refuses pages on which
 * its snitch is not a component. In the transaction of the note.
 */
async function publishNote(
  writing: Writing,
  incidentId: string,
  { pages, ...note }: PublicNote,
): Promise<void> {
  const { sql, caseId, now } = writing;
  await lockCaseForNotices(sql, caseId);
  const all = await findComponents(sql, caseId, incidentId);
  const components = all.filter(({ slug }) => pages.includes(slug));
  const absent = pages.find((slug) => !components.some((component) => component.slug === slug));
  if (absent !== undefined) {
    const message = `has a page without this snitch: ${JSON.stringify(absent.slice(0, 60).toWellFormed())}`;
    throw invalidAttribute("pages", message);
  }
  const existing = await sql<{ slug: string; id: string }>(
    `SELECT DISTINCT ON (p.slug) p.slug, n.id FROM notices n JOIN notice_pages np ON np.notice_id = n.id
     JOIN pages p ON p.id = np.page_id
     WHERE n.case_id = $1 AND n.incident_ids @> ARRAY[$2::uuid] AND p.slug = ANY($3::text[]) ORDER BY p.slug, n.id DESC`,
    [caseId, incidentId, pages],
  );
  const update = parse(newUpdate, note);
  for (const id of new Set(existing.map((notice) => notice.id)))
    await continueNotice(writing, await findNotice(caseId, id, now, sql), update);
  const added = components.filter(({ slug }) => !existing.some((notice) => notice.slug === slug));
  const [first] = added;
  if (!first) return;
  const notice = {
    ...note,
    kind: "incident",
    title: first.name,
    pages: [...new Set(added.map(({ slug }) => slug))],
    affected: added.map(({ id }) => ({ component: id, impact: "major" })),
    incidents: [incidentId],
  };
  await insertNotice(writing, parse(newNotice, notice));
}

/** The components that represent the snitch of an incident. */
const findComponents = (sql: Sql, caseId: string, incidentId: string) =>
  sql<{ id: string; name: string; slug: string; title: string; isDraft: boolean }>(
    `SELECT c.id, c.name, p.slug, x.name AS title, p.visibility = 'hidden' AS "isDraft" FROM incidents i JOIN snitches s ON s.id = i.snitch_id
     JOIN pages p ON p.case_id = i.case_id JOIN shares x ON x.id = p.id
     JOIN page_components c ON c.page_id = p.id AND ${STANDS_FOR}
     WHERE i.case_id = $1 AND i.id = $2 ORDER BY x.name, p.slug, c.position`,
    [caseId, incidentId],
  );
