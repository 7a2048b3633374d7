import { z } from "zod";
import { presentedHint } from "@/lib/cases/hint-input";
import { env } from "@/lib/platform/env";
import { writeIncidentTitle } from "@/lib/rules/incidents/cause-labels";
import { isMemberName, NOTE_STATES, SEVERITIES, VIAS, type Via } from "@/lib/rules/incidents/incident";
import { lastLine } from "@/lib/rules/runs/excerpt";
import { ALERT_CAUSES } from "@/lib/rules/state/alert-cause";
import type { ListedIncident } from "./list";
import { type BriefCause, listCauses } from "./list-rows";
import { listNotes, type Note } from "./notes";

const time = z.iso.datetime({ precision: 3 });

const person = z.object({
  name: z.string().meta({
    description: "An email address, the name of an API key, or a person’s name in another service.",
    examples: ["Terraform"],
  }),
  email: z.string().nullable().meta({ description: "Null unless it was a member." }),
  via: z
    .enum(VIAS)
    .nullable()
    .meta({ description: "Null if an earlier version of Tattle stored it.", examples: ["api"] }),
});

/** The JSON of a note in the API. */
export const presentedNote = z.object({
  id: z.uuid().meta({ examples: ["019e7150-2c00-7a41-8b36-2d5f7c9e1a03"] }),
  at: time.meta({ examples: ["2026-05-29T00:12:00.000Z"] }),
  by: person,
  state: z
    .enum(NOTE_STATES)
    .nullable()
    .meta({ examples: ["identified"] }),
  text: z.string().meta({ examples: ["The disk of db7 is full."] }),
});

/** The JSON of an incident in the API. */
export const presentedIncident = z.object({
  id: z.uuid().meta({ examples: ["019e7140-1b80-7c3e-9d15-0f6f8e2b7a44"] }),
  snitch: z.string().meta({ description: "The token of the snitch.", examples: ["c2354d53d2b1a4f0"] }),
  cause: z.enum(ALERT_CAUSES).meta({ description: "The worst cause so far." }),
  severity: z.enum(SEVERITIES).meta({ examples: ["critical"] }),
  opened_at: time.meta({
    description: "When the snitch became missing or errored.",
    examples: ["2026-05-29T00:00:00.000Z"],
  }),
  told_at: time.nullable().meta({
    description: "When people were first alerted; null if not yet.",
    examples: ["2026-05-29T00:01:00.000Z"],
  }),
  closed_at: time
    .nullable()
    .meta({ description: "When the snitch recovered; null while the incident is open." }),
  acknowledged_at: time.nullable(),
  snoozed_until: time.nullable().meta({ description: "No one is alerted until then." }),
  held_by: z.string().nullable().meta({
    description: "The token of the parent snitch whose recovery the alerts wait for.",
  }),
  machine: z
    .string()
    .nullable()
    .meta({ description: "The unreachable host this incident belongs to, or null." }),
  name: z.string().meta({ description: "The name of the snitch.", examples: ["Nightly backup"] }),
  url: z.string().meta({
    description: "The page of the incident.",
    examples: [
      `${env.APP_URL}/019e6730-0000-7b52-9a3f-4a1c2b3d4e5f/incidents/019e7140-1b80-7c3e-9d15-0f6f8e2b7a44`,
    ],
  }),
  exit_status: z.string().meta({ description: "As sent by the job; empty if it sent none." }),
  message: z.string().meta({ description: "The last line of the job’s output; empty if there was none." }),
  host: z.string().meta({ description: "The machine of the latest run; empty if the job didn’t report it." }),
  last_report_at: time
    .nullable()
    .meta({ description: "When the job last reported, healthy or not; null if never." }),
  snitch_name: z.string().meta({ examples: ["Nightly backup"] }),
  title: z.string().meta({
    description: "The name of the snitch and what happened.",
    examples: ["Nightly backup: missed check-in"],
  }),
  acknowledged_by: person.nullable().meta({ description: "Null if not acknowledged." }),
  assigned_to: z.string().nullable().meta({ description: "The email address of the assignee, or null." }),
  notes: z.array(presentedNote).meta({ description: "Oldest first.", examples: [[]] }),
  hint: presentedHint
    .optional()
    .meta({ description: "The matching hint of the case; absent if there is none." }),
});

type PresentedIncident = z.output<typeof presentedIncident>;

/** What the API shows of an incident. */
export type PresentableIncident = Pick<
  ListedIncident,
  | "id"
  | "cause"
  | "severity"
  | "openedAt"
  | "notifiedAt"
  | "closedAt"
  | "acknowledgedAt"
  | "acknowledgedBy"
  | "acknowledgedVia"
  | "assignedTo"
  | "snoozedUntil"
> & {
  snitch: { token: string; name: string };
  heldBy: { token: string } | null;
  machine: { host: string } | null;
};

const MAX_LINE = 200;

/** What the API shows of incidents of a case. */
export async function presentIncidents(
  caseId: string,
  incidents: PresentableIncident[],
): Promise<PresentedIncident[]> {
  const ids = incidents.map(({ id }) => id);
  const [causes, notes] = await Promise.all([listCauses(ids), listNotes(ids)]);
  return incidents.map((incident) =>
    presentIncident(caseId, incident, causes.get(incident.id) ?? UNKNOWN_CAUSE, notes.get(incident.id)),
  );
}

/** Also of an incident that was deleted a moment ago. */
export const UNKNOWN_CAUSE: BriefCause = {
  exitStatus: "",
  message: "",
  host: "",
  lastReportAt: null,
  hint: null,
};

export const presentIncident = (
  caseId: string,
  incident: PresentableIncident,
  { exitStatus, message, host, lastReportAt, hint }: BriefCause,
  notes: Note[] = [],
): PresentedIncident => ({
  id: incident.id,
  snitch: incident.snitch.token,
  cause: incident.cause,
  severity: incident.severity,
  opened_at: incident.openedAt.toISOString(),
  told_at: incident.notifiedAt?.toISOString() ?? null,
  closed_at: incident.closedAt?.toISOString() ?? null,
  acknowledged_at: incident.acknowledgedAt?.toISOString() ?? null,
  snoozed_until: incident.snoozedUntil?.toISOString() ?? null,
  held_by: incident.heldBy?.token ?? null,
  machine: incident.machine?.host ?? null,
  name: incident.snitch.name,
  url: `${env.APP_URL}/${caseId}/incidents/${incident.id}`,
  exit_status: exitStatus,
  message: lastLine(message, MAX_LINE),
  host,
  last_report_at: lastReportAt?.toISOString() ?? null,
  snitch_name: incident.snitch.name,
  title: writeIncidentTitle(incident.snitch.name, incident.cause),
  acknowledged_by:
    incident.acknowledgedAt && incident.acknowledgedBy
      ? presentPerson(incident.acknowledgedBy, incident.acknowledgedVia)
      : null,
  assigned_to: incident.assignedTo,
  notes: notes.map(presentNote),
  ...(hint && { hint }),
});

/** What the API shows of a note. */
export const presentNote = ({ id, at, writtenBy, writtenVia, state, text }: Note) => ({
  id,
  at: at.toISOString(),
  by: presentPerson(writtenBy, writtenVia),
  state,
  text,
});

/** In texts that earlier versions stored, an address is a member's. */
const presentPerson = (name: string, via: Via | null) => ({
  name,
  email: isMemberName(name, via) ? name : null,
  via,
});
