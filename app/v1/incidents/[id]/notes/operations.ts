import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { newNote } from "@/lib/incidents/notes";

export const addIncidentNote: Operation = {
  id: "addIncidentNote",
  method: "POST",
  path: "/v1/incidents/{id}/notes",
  title: "Add a note to an incident",
  description:
    "The note stands on the page of the incident, also after its end. It sends no messages. With `pages`, it stands on these status pages, too, and their subscribers are notified.",
  body: { schema: newNote, name: "NewIncidentNote" },
  response: "IncidentNote",
  errors: ["resource_not_found", ...BODY_ERRORS],
};
