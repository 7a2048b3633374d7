import { z } from "zod";
import { ALERT_CAUSES } from "@/lib/rules/alert-cause";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import type { ListedIncident } from "./list";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of an incident in the API. */
export const presentedIncident = z.object({
  id: z.uuid(),
  snitch: z.string().meta({ description: "The token of the snitch." }),
  cause: z.enum(ALERT_CAUSES).meta({ description: "The worst cause so far." }),
  severity: z.enum(SEVERITIES),
  opened_at: time.meta({ description: "When the snitch became missing or errored." }),
  told_at: time.nullable().meta({ description: "When people were first alerted; null until then." }),
  closed_at: time
    .nullable()
    .meta({ description: "When the snitch recovered; null while the incident is open." }),
  acknowledged_at: time.nullable(),
  snoozed_until: time.nullable().meta({ description: "Until then, nobody is alerted." }),
  held_by: z.string().nullable().meta({
    description: "The token of the snitch that it depends on and whose recovery the alerts wait for.",
  }),
});

type PresentedIncident = z.output<typeof presentedIncident>;

/** What the API shows of an incident. */
export type PresentableIncident = Pick<
  ListedIncident,
  "id" | "cause" | "severity" | "openedAt" | "notifiedAt" | "closedAt" | "acknowledgedAt" | "snoozedUntil"
> & { snitch: { token: string }; heldBy: { token: string } | null };

export const presentIncident = (incident: PresentableIncident): PresentedIncident => ({
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
});
