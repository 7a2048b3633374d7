import { z } from "zod";
import { type Actor, chooseVia, recordEvents } from "@/lib/audit/record";
import { NOTE_KINDS } from "@/lib/channel-kinds/find";
import { NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { publishChange } from "@/lib/platform/publish-change";
import { invalidAttribute } from "@/lib/platform/refusal";
import { NOTE_STATES, type NoteState, type Via } from "@/lib/rules/incidents/incident";
import type { NoteMessage } from "@/lib/rules/messages/notification";
import { auditResource } from "@/lib/snitches/store";
import { lockIncident } from "./lock";

const MAX_TEXT = 5_000;
const MAX_NOTES = 200;

/** What someone writes about an incident. */
export type Note = {
  id: string;
  at: Date;
  writtenBy: string;
  writtenVia: Via;
  state: NoteState | null;
  text: string;
};

const MAX_PAGES = 20;
const NOT_SLUGS = "must be a list of slugs of status pages";
const NOT_A_STATE = `must be one of ${NOTE_STATES.join(", ")}`;

/** The body of a new note. */
export const newNote = z
  .object(
    {
      state: z.enum(NOTE_STATES, { error: NOT_A_STATE }).nullish().meta({
        description: "The state that the note reports. It doesn’t change the incident.",
      }),
      text: z
        .string({ error: "must be text" })
        .trim()
        .min(1, { error: "can’t be blank" })
        .max(MAX_TEXT, { error: `is too long (the maximum is ${MAX_TEXT.toLocaleString("en")} characters)` })
        .meta({
          description: `At most ${MAX_TEXT} characters.`,
          examples: ["The disk of db7 is full; deleting old dumps."],
        }),
      pages: z
        .array(z.string({ error: NOT_SLUGS }).refine(isPostgresText, NOT_POSTGRES_TEXT), { error: NOT_SLUGS })
        .max(MAX_PAGES, `has too many items (maximum is ${MAX_PAGES})`)
        .optional()
        .meta({
          description: "The slugs of status pages to publish the text on, in the notice about this incident.",
        }),
    },
    { error: "must be a JSON object" },
  )
  .transform(({ state, text, pages = [] }) => ({ state: state ?? null, text, pages: [...new Set(pages)] }));

/** Adds a note to an incident of the case, also to one that has ended. `publish`: what else is done with it in the same transaction. */
export async function addNote(
  caseId: string,
  incidentId: string,
  { state, text }: Pick<Note, "state" | "text">,
  now: Date,
  by: Actor,
  publish: ((sql: Sql) => Promise<void>) | null = null,
): Promise<Note> {
  const note: Note = { id: newId(), at: now, writtenBy: by.name, writtenVia: chooseVia(by), state, text };
  const deliveries = await transaction(async (sql) => {
    // First, because it locks the case, as maintenance does before it locks incidents.
    await publish?.(sql);
    const snitch = await lockIncident(sql, caseId, incidentId);
    const [row] = await sql<{ count: number }>(
      "SELECT count(*)::int AS count FROM incident_notes WHERE incident_id = $1",
      [incidentId],
    );
    if ((row?.count ?? 0) >= MAX_NOTES) throw invalidAttribute("incident", `already has ${MAX_NOTES} notes`);
    await sql(
      `INSERT INTO incident_notes (id, at, written_by, written_via, state, text, incident_id) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [note.id, now, note.writtenBy, note.writtenVia, state, text, incidentId],
    );
    const resource = await auditResource(sql, snitch);
    await recordEvents(sql, caseId, by, [{ action: "snitch.noted", resource, at: now }]);
    return queueNote(sql, incidentId, note);
  });
  wakeWorkersLater({ ...NO_NEW_ROWS, deliveries });
  publishChange([caseId]);
  return note;
}

/**
 * Queues a note for the channels where it follows the first message of the incident. It belongs to no incident there: it takes no turn, so that no
 * version takes it for the latest message about one.
 */
async function queueNote(sql: Sql, incidentId: string, { writtenBy, state, text }: Note): Promise<string[]> {
  const message: NoteMessage = { note: { by: writtenBy, state, text } };
  const rows = await sql<{ id: string }>(
    `INSERT INTO deliveries (id, channel_id, event, body, ref)
     SELECT new_id(), w.id, 'noted', $2, r.ref FROM channel_refs r JOIN channels w ON w.id = r.channel_id
     WHERE r.incident_id = $1 AND w.kind = ANY($3) AND w.disabled_at IS NULL RETURNING id`,
    [incidentId, JSON.stringify(message), NOTE_KINDS],
  );
  return rows.map(({ id }) => id);
}

/** The notes of incidents, oldest first, by the id of the incident. */
export async function listNotes(incidentIds: string[]): Promise<Map<string, Note[]>> {
  const rows = await query<Note & { incidentId: string }>(
    `SELECT incident_id AS "incidentId", id, at, written_by AS "writtenBy", written_via AS "writtenVia", state, text
     FROM incident_notes WHERE incident_id = ANY($1::uuid[]) ORDER BY id`,
    [incidentIds],
  );
  const notes = new Map<string, Note[]>();
  for (const { incidentId, ...note } of rows) notes.set(incidentId, [...(notes.get(incidentId) ?? []), note]);
  return notes;
}
