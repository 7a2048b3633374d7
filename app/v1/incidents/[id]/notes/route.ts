import { operation, parseId, route } from "@/lib/api/operation";
import { newNote } from "@/lib/incidents/notes";
import { presentedNote, presentNote } from "@/lib/incidents/present";
import { findIncidentInScope } from "@/lib/incidents/scope";
import { invalidAttribute } from "@/lib/platform/refusal";
import { addPublicNote } from "@/lib/status-pages/notices/publish-note";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "addIncidentNote",
    title: "Add a note to an incident",
    description:
      "Adds a note to the incident’s page, even after the incident has ended. No one is notified. With `pages`, the note is also published on those status pages and their subscribers are notified.",
    body: { schema: newNote, name: "NewIncidentNote" },
    response: { name: "IncidentNote", schema: presentedNote },
    example: { body: { state: "identified", text: "The disk of db7 is full." } },
    errors: ["resource_not_found"],
    needs: "acknowledge",
    narrowable: true,
    handle: async ({ theCase, params, by, scope, body }) => {
      const incidentId = parseId(params, "incident");
      const note = await body();
      const { id } = await findIncidentInScope(theCase.id, incidentId, scope);
      if (scope && note.pages.length > 0) throw invalidAttribute("pages", "are outside this key’s scope");
      return presentNote(await addPublicNote(theCase.id, id, note, new Date(), by));
    },
  }),
});
