import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { newNote } from "@/lib/incidents/notes";
import { presentNote } from "@/lib/incidents/present";
import { findReachedIncident } from "@/lib/incidents/reach";
import { addPublicNote } from "@/lib/pages/notices/publish-note";
import { parse } from "@/lib/platform/parse";
import { invalid } from "@/lib/platform/refusal";

export const POST = withCase<{ id: string }>(
  async (request, { theCase, params, by, scope }) => {
    const incidentId = parseId(params, "incident");
    const note = parse(newNote, await readObject(request));
    const { id } = await findReachedIncident(theCase.id, incidentId, scope);
    if (scope && note.pages.length > 0)
      throw invalid([{ attribute: "pages", message: "are more than this key reaches" }]);
    return json(presentNote(await addPublicNote(theCase.id, id, note, new Date(), by)));
  },
  { needs: "acknowledge", isNarrowable: true },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
