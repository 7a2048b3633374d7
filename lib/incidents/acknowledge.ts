import { type Actor, chooseVia } from "@/lib/audit/record";
import { notifyAcknowledged, notifyUnacknowledged } from "@/lib/notifications/notify-acknowledged";
import { isAsked } from "@/lib/rules/incidents/acknowledgement";
import { NOT_ACKNOWLEDGED } from "@/lib/rules/incidents/incident";
import { type Change, changeIncident } from "./change-incident";
import type { StoredIncident } from "./store";

/**
 * Notes that someone takes care of an incident: no reminder and no step of the escalation follows until it is over or gets
 * worse. Does nothing if it was acknowledged already, unless people were asked whether that still holds.
 */
export const acknowledgeIncident = (caseId: string, incidentId: string, now: Date, by: Actor) =>
  changeIncident(caseId, incidentId, now, by, (incident) => decideAcknowledgement(incident, now, by));

/** What an acknowledgement changes; null if there is one. `channelId`: where someone acknowledged it; null for here. */
export const decideAcknowledgement = (
  incident: StoredIncident,
  now: Date,
  by: Actor,
  channelId: string | null = null,
): Change | null =>
  incident.acknowledgedAt && !isAsked(incident)
    ? null
    : {
        incident: {
          ...NOT_ACKNOWLEDGED,
          acknowledgedAt: now,
          acknowledgedBy: by.name,
          acknowledgedVia: chooseVia(by),
        },
        event: { action: "snitch.acknowledged" },
        notify: async (sql) => ({
          emails: [],
          deliveries: await notifyAcknowledged(sql, incident.id, channelId),
        }),
      };

/** Takes an acknowledgement back: reminders and the escalation go on where they stood. Does nothing if there is none. */
export const unacknowledgeIncident = (caseId: string, incidentId: string, now: Date, by: Actor) =>
  changeIncident(caseId, incidentId, now, by, decideUnacknowledgement);

/** What the end of an acknowledgement changes; null if there is none. */
export const decideUnacknowledgement = ({ id, acknowledgedAt }: StoredIncident): Change | null =>
  acknowledgedAt && {
    incident: NOT_ACKNOWLEDGED,
    event: { action: "snitch.unacknowledged" },
    notify: async (sql) => ({ emails: [], deliveries: await notifyUnacknowledged(sql, id) }),
  };
