import type { z } from "zod";
import { newApiKey } from "@/lib/cases/input";
import { channelChanges, newChannel } from "@/lib/channels/input";
import { snoozeUntil } from "@/lib/incidents/input";
import { maintenanceChanges, newMaintenance } from "@/lib/maintenance/input";
import { replayInput } from "@/lib/replay/input";
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
  response:
    | "Snitch"
    | "Snitches"
    | "Tags"
    | "Run"
    | "Runs"
    | "Incident"
    | "Incidents"
    | "Maintenance"
    | "MaintenanceList"
    | "Channel"
    | "Channels"
    | "ChannelTest"
    | "ReplayResult"
    | "ApiKeys"
    | "CreatedApiKey"
    | "SentryDsn"
    | "Schedule"
    | "Document"
    | null;
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
    id: "replaySnitch",
    method: "POST",
    path: "/v1/snitches/{token}/replay",
    title: "Replay a snitch",
    description:
      "Says what would have been alerted with other settings, beside what was. Absent settings are those of the snitch. Nothing is changed, and nobody is alerted.",
    body: { schema: replayInput(new Date()), name: "Replay", optional: true },
    response: "ReplayResult",
    errors: ["resource_not_found", ...BODY_ERRORS],
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
    id: "listRuns",
    method: "GET",
    path: "/v1/snitches/{token}/runs",
    title: "List runs",
    description:
      "Returns the latest runs of a snitch whose job reports starts and finishes, newest first. For the page after it, send the id of its last run as `before`.",
    query: [
      { name: "limit", description: "How many runs, from 1 to 100; 50 by default." },
      { name: "before", description: "The id of a run or a time (ISO 8601): only runs before it." },
    ],
    response: "Runs",
    errors: ["resource_not_found", "resource_invalid"],
  },
  {
    id: "showRun",
    method: "GET",
    path: "/v1/snitches/{token}/runs/{id}",
    title: "Show a run",
    description: "Returns one run with the end of what it printed.",
    response: "Run",
    errors: ["resource_not_found"],
  },
  {
    id: "listIncidents",
    method: "GET",
    path: "/v1/incidents",
    title: "List incidents",
    description:
      "Returns the incidents of the case, newest first: each is the time from a snitch turning bad to its being good again. For the page after it, send the id of its last incident as `after`.",
    query: [
      { name: "status", description: "`open` or `closed`: only such incidents." },
      { name: "snitch", description: "The token of a snitch: only its incidents." },
      { name: "after", description: "The id of an incident: only those after it in the list." },
      { name: "limit", description: "How many incidents, from 1 to 100; 100 by default." },
    ],
    response: "Incidents",
    errors: ["resource_not_found", "resource_invalid"],
  },
  {
    id: "showIncident",
    method: "GET",
    path: "/v1/incidents/{id}",
    title: "Show an incident",
    description: "Returns one incident.",
    response: "Incident",
    errors: ["resource_not_found"],
  },
  {
    id: "acknowledgeIncident",
    method: "POST",
    path: "/v1/incidents/{id}/acknowledge",
    title: "Acknowledge an incident",
    description:
      "Says that somebody takes care of it: nobody is reminded any more until it ends or becomes worse. The end is told. It is safe to repeat. An incident that has ended can’t be acknowledged.",
    response: null,
    errors: ["resource_not_found", "resource_invalid"],
  },
  {
    id: "snoozeIncident",
    method: "POST",
    path: "/v1/incidents/{id}/snooze",
    title: "Snooze an incident",
    description:
      "Sends no alerts about it until a time, only that it is over. The snitch stays monitored. If the incident is still open then, an alert is sent at once. It is safe to repeat: the latest `until` counts.",
    body: { schema: snoozeUntil(new Date()), name: "IncidentSnooze" },
    response: null,
    errors: ["resource_not_found", ...BODY_ERRORS],
  },
  {
    id: "unsnoozeIncident",
    method: "POST",
    path: "/v1/incidents/{id}/unsnooze",
    title: "End the snooze of an incident",
    description: "Alerts are sent again. It is safe to call if the incident is not snoozed.",
    response: null,
    errors: ["resource_not_found", "resource_invalid"],
  },
  {
    id: "listMaintenance",
    method: "GET",
    path: "/v1/maintenance",
    title: "List maintenance",
    description: "Returns all maintenance of the case, including what is over, oldest first.",
    response: "MaintenanceList",
    errors: [],
  },
  {
    id: "showMaintenance",
    method: "GET",
    path: "/v1/maintenance/{id}",
    title: "Show maintenance",
    description: "Returns one maintenance of the case.",
    response: "Maintenance",
    errors: ["resource_not_found"],
  },
  {
    id: "createMaintenance",
    method: "POST",
    path: "/v1/maintenance",
    title: "Plan maintenance",
    description:
      "Plans a time in which misses of the covered snitches are excused and nobody is told about them. Send exactly one of `all`, `tags` and `snitches`, and either `starts_at` and `ends_at`, or `schedule` and `duration`. It may lie in the past.",
    body: { schema: newMaintenance, name: "NewMaintenance" },
    response: "Maintenance",
    errors: ["account_on_hold", ...BODY_ERRORS],
  },
  {
    id: "updateMaintenance",
    method: "PATCH",
    path: "/v1/maintenance/{id}",
    title: "Update maintenance",
    description:
      "Changes the attributes that are present. One of `all`, `tags` and `snitches` replaces the others; times replace a schedule, and the other way round.",
    body: { schema: maintenanceChanges, name: "MaintenanceChanges" },
    response: "Maintenance",
    errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
  },
  {
    id: "removeMaintenance",
    method: "DELETE",
    path: "/v1/maintenance/{id}",
    title: "Delete maintenance",
    description: "Deletes maintenance. Misses that it excused count again.",
    response: null,
    errors: ["resource_not_found"],
  },
  {
    id: "listChannels",
    method: "GET",
    path: "/v1/channels",
    title: "List channels",
    description: "Returns the channels of the case, where its people are told of alerts, oldest first.",
    response: "Channels",
    errors: [],
  },
  {
    id: "showChannel",
    method: "GET",
    path: "/v1/channels/{id}",
    title: "Show a channel",
    description: "Returns one channel of the case.",
    response: "Channel",
    errors: ["resource_not_found"],
  },
  {
    id: "createChannel",
    method: "POST",
    path: "/v1/channels",
    title: "Add a channel",
    description:
      "Adds a channel. It gets all alerts unless `routing` says otherwise. Secrets are written, and never read back.",
    body: { schema: newChannel, name: "NewChannel" },
    response: "Channel",
    errors: ["account_on_hold", ...BODY_ERRORS],
  },
  {
    id: "updateChannel",
    method: "PATCH",
    path: "/v1/channels/{id}",
    title: "Update a channel",
    description: "Changes the attributes that are present. Settings that are left out stay, too.",
    body: { schema: channelChanges, name: "ChannelChanges" },
    response: "Channel",
    errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
  },
  {
    id: "testChannel",
    method: "POST",
    path: "/v1/channels/{id}/test",
    title: "Test a channel",
    description: "Sends a test message, waits up to 15 seconds for it, and returns what came back.",
    response: "ChannelTest",
    errors: ["resource_not_found", "resource_invalid"],
  },
  {
    id: "removeChannel",
    method: "DELETE",
    path: "/v1/channels/{id}",
    title: "Delete a channel",
    description: "Deletes a channel with its history.",
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
    id: "listApiKeys",
    method: "GET",
    path: "/v1/api_keys",
    title: "List API keys",
    description: "Returns the keys of the case that can be used, newest first, without the keys themselves.",
    response: "ApiKeys",
    errors: [],
  },
  {
    id: "createApiKey",
    method: "POST",
    path: "/v1/api_keys",
    title: "Create an API key",
    description:
      "Creates a key and returns it. It is shown only this once. A key works with one protocol: this API, Healthchecks, or Cronitor.",
    body: { schema: newApiKey(new Date()), name: "NewApiKey" },
    response: "CreatedApiKey",
    errors: [...BODY_ERRORS],
  },
  {
    id: "removeApiKey",
    method: "DELETE",
    path: "/v1/api_keys/{id}",
    title: "Revoke an API key",
    description: "Revokes a key, which may be the one of the request. It stops working at once.",
    response: null,
    errors: ["resource_not_found"],
  },
  {
    id: "showSentryDsn",
    method: "GET",
    path: "/v1/sentry_dsn",
    title: "Show the Sentry DSN",
    description:
      "Returns the DSN with which clients of Sentry send their check-ins to the case. It needs a key with full access.",
    response: "SentryDsn",
    errors: [],
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
