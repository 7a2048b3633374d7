import {
  acknowledgeIncidentAction,
  snoozeIncidentAction,
  unacknowledgeIncidentAction,
  unsnoozeIncidentAction,
} from "./actions";

/** What people who may manage snitches can do about an incident. */
export const bindIncidentActions = (caseId: string, id: string) => ({
  acknowledge: acknowledgeIncidentAction.bind(null, caseId, id),
  unacknowledge: unacknowledgeIncidentAction.bind(null, caseId, id),
  snooze: snoozeIncidentAction.bind(null, caseId, id),
  unsnooze: unsnoozeIncidentAction.bind(null, caseId, id),
});
