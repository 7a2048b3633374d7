import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { addNote, newNote } from "@/lib/incidents/notes";
import { presentNote } from "@/lib/incidents/present";
import { findReachedIncident } from "@/lib/incidents/reach";
import { publishPageChange } from "@/lib/pages/announce";
import { publishNote } from "@/lib/pages/notices/publish-note";
import type { Sql } from "@/lib/platform/db";
import { parse } from "@/lib/platform/parse";
import { invalid } from "@/lib/platform/refusal";

export const POST = withCase<{ id: string }>(
  async (request, { theCase, params, by, scope }) => {
    const incidentId = parseId(params, "incident");
    const { pages, ...note } = parse(newNote, await readObject(request));
    const { id } = await findReachedIncident(theCase.id, incidentId, scope);
    const now = new Date();
    if (pages.length === 0) return json(presentNote(await addNote(theCase.id, id, note, now, by)));
    if (scope) throw invalid([{ attribute: "pages", message: "are more than this key reaches" }]);
    const publish = (sql: Sql) => publishNote(sql, theCase.id, id, { ...note, pages }, now, by);
    const added = await addNote(theCase.id, id, note, now, by, publish);
    publishPageChange(theCase.id);
    return json(presentNote(added));
  },
  { needs: "acknowledge", isNarrowable: true },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
