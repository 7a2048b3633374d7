import type { z } from "zod";
import { newSnitch, pauseUntil, snitchChanges } from "@/lib/snitches/input";
import { tagList } from "@/lib/snitches/input-arrays";
import type { ErrorType } from "./errors";
import type { EXAMPLES } from "./examples";

export type Operation = {
  id: keyof typeof EXAMPLES;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  title: string;
  description: string;
  /** The schema that parses the body. Absent if the operation reads no body. */
  body?: { schema: z.ZodType; name: string; optional?: boolean };
  query?: { name: string; description: string }[];
  response: "Snitch" | "Snitches" | "Tags" | "Schedule" | "Document" | null;
  /** The errors besides those that every operation can return. */
  errors: ErrorType[];
  isPublic?: boolean;
};

const BODY_ERRORS: ErrorType[] = ["request_too_large", "resource_invalid"];

/** Every operation of the API, in the order of the reference page. */
export const OPERATIONS: Operation[] = [
  {
    id: "listSnitches",
    method: "GET",
    path: "/v1/snitches",
    title: "List snitches",
    description: "Returns all snitches of the case, in no particular order. The list is not paginated.",
    query: [
      {
        name: "tags",
        description: "Tags separated by commas. Only snitches that have all of them are returned.",
      },
    ],
    response: "Snitches",
    errors: [],
  },
  {
    id: "showSnitch",
    method: "GET",
    path: "/v1/snitches/{token}",
    title: "Show a snitch",
    description: "Returns one snitch of the case.",
    response: "Snitch",
    errors: ["resource_not_found"],
  },
  {
    id: "createSnitch",
    method: "POST",
    path: "/v1/snitches",
    title: "Create a snitch",
    description: "Creates a snitch. It is `pending` until its job checks in for the first time.",
    body: { schema: newSnitch, name: "NewSnitch" },
    response: "Snitch",
    errors: ["plan_limit_reached", "account_on_hold", ...BODY_ERRORS],
  },
  {
    id: "updateSnitch",
    method: "PATCH",
    path: "/v1/snitches/{token}",
    title: "Update a snitch",
    description:
      "Changes the attributes that are present. `tags` replaces all tags. After a change of interval or alert type, a new period starts.",
    body: { schema: snitchChanges, name: "SnitchChanges" },
    response: "Snitch",
    errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
  },
  {
    id: "addTags",
    method: "POST",
    path: "/v1/snitches/{token}/tags",
    title: "Add tags",
    description:
      "Adds tags and returns all tags of the snitch. A tag that it already has keeps its position.",
    body: { schema: tagList, name: "NewTags" },
    response: "Tags",
    errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
  },
  {
    id: "removeTag",
    method: "DELETE",
    path: "/v1/snitches/{token}/tags/{tag}",
    title: "Remove a tag",
    description:
      "Removes a tag and returns the remaining tags. In the path, a space is `%20` or `+`. Removing a tag that the snitch does not have is not an error.",
    response: "Tags",
    errors: ["resource_not_found"],
  },
  {
    id: "pauseSnitch",
    method: "POST",
    path: "/v1/snitches/{token}/pause",
    title: "Pause a snitch",
    description:
      "Mutes the alerts of a snitch. It is safe to repeat: the latest `until` counts. A pending snitch can’t be paused.",
    body: { schema: pauseUntil(new Date()), name: "Pause", optional: true },
    response: null,
    errors: ["resource_not_found", ...BODY_ERRORS],
  },
  {
    id: "unpauseSnitch",
    method: "POST",
    path: "/v1/snitches/{token}/unpause",
    title: "Unpause a snitch",
    description:
      "Ends a pause. The snitch returns to its status before the pause, as updated by check-ins during the pause, and a new period starts. It is safe to call if the snitch is not paused.",
    response: null,
    errors: ["resource_not_found"],
  },
  {
    id: "removeSnitch",
    method: "DELETE",
    path: "/v1/snitches/{token}",
    title: "Delete a snitch",
    description: "Deletes a snitch with its whole history. Its check-in URL returns 404 from then on.",
    response: null,
    errors: ["resource_not_found"],
  },
  {
    id: "previewSchedule",
    method: "GET",
    path: "/v1/schedule",
    title: "Preview a schedule",
    description:
      "Returns the next runs of a schedule, and what it would be for a snitch. Refuses a schedule that a snitch could not have.",
    query: [
      { name: "schedule", description: "As for a new snitch; several lines are separated by line feeds." },
      { name: "timezone", description: "The IANA time zone; UTC by default." },
      { name: "grace", description: "In seconds; the default of the schedule if it is left out." },
      { name: "active", description: "The hours in which the job runs." },
      { name: "from", description: "The runs after this time (ISO 8601); now by default." },
      { name: "count", description: "How many runs, from 1 to 100; 5 by default." },
    ],
    response: "Schedule",
    errors: ["resource_invalid"],
  },
  {
    id: "describeApi",
    method: "GET",
    path: "/v1/openapi.json",
    title: "Describe this API",
    description: "Returns this reference as an OpenAPI 3.1 document. It needs no API key.",
    response: "Document",
    errors: [],
    isPublic: true,
  },
];
