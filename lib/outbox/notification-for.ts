import { env } from "@/lib/platform/env";
import type { DeliveryEvent } from "@/lib/platform/generated/enums";
import { findAlertHint } from "@/lib/rules/incidents/hints";
import type { Notification, NotificationEvent } from "@/lib/rules/messages/notification";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import { type AlertKind, causeOfAlert } from "@/lib/rules/state/alert-draft";
import { channelLink, personLink } from "./action-link";
import { drillUrl } from "./drill-url";
import type { MessageRow } from "./message-row";
import { statusUrl } from "./status-url";

/** `first`: the notification that an acknowledgement edits, as it was saved. */
type Message = { id: string; event: DeliveryEvent | null; isPast: boolean; first?: string | null };

const linkToAct = (
  incidentId: string,
  { userId, channelId, at }: NonNullable<MessageRow["actingRecipient"]>,
) =>
  userId ? personLink(incidentId, userId, new Date(at)) : channelLink(incidentId, channelId, new Date(at));

const isoTime = (time: string) => new Date(time).toISOString();

/** Without a link, it has no such member: receivers are sent what they were before. */
const withLink = ({ link, ...snitch }: NonNullable<MessageRow["snitch"]>, url: string) => ({
  ...snitch,
  url,
  ...(link !== "" && { link }),
});

/** What a delivery sends to a channel, and what an email says. */
export function notificationFor({ id, event, isPast, first }: Message, row: MessageRow): Notification {
  const { caseId, alert, snitch, incident, run, since, drillId, endsId, reportedLate } = row;
  const kind = alert?.kind ?? null;
  const url = `${env.APP_URL}/${caseId}`;
  const cause = causeOfAlert({ kind, cause: row.cause });
  const [exitStatus, message] = [row.exitStatus ?? "", row.message ?? ""];
  const hint = findAlertHint(row.hints, { kind, cause, exitStatus, message });
  return {
    id,
    event: chooseEvent(event, kind, row.cause),
    alert,
    isReminder: row.isReminder ?? false,
    isPast,
    heldBy: kind === "missing" || kind === "errored" ? row.hold : null,
    ...(row.waitedFor && { waitedFor: row.waitedFor }),
    at: isoTime(row.at),
    ...(reportedLate && kind !== "missing" && { reportedLate }),
    since: since && isoTime(since),
    snitch: snitch
      ? withLink(snitch, row.alertId ? `${url}/alerts/${row.alertId}` : url)
      : {
          token: "0000000000000000",
          name: drillId ? "Fire drill" : "Test",
          notes: "",
          tags: [],
          url,
        },
    caseName: row.caseName,
    // A drill has to reach people as what matters most does.
    severity: row.severity ?? (event === "drill" ? "critical" : "info"),
    cause,
    run,
    exitStatus,
    message,
    ...(hint && { hint: { text: hint.hint, url: hint.url } }),
    incident: incident && {
      id: incident.id,
      openedAt: isoTime(incident.openedAt),
      cause: incident.cause,
      url: `${url}/incidents/${incident.id}`,
    },
    ...(row.actingRecipient && incident && { actionUrl: linkToAct(incident.id, row.actingRecipient) }),
    endsId,
    acknowledgedBy: row.acknowledgedBy,
    ...(first && { first: JSON.parse(first) }),
    drillUrl: drillId && !endsId ? drillUrl(id) : null,
    statusUrl: statusUrl(id),
  };
}

function chooseEvent(
  event: Message["event"],
  kind: AlertKind | null,
  cause: AlertCause | null,
): NotificationEvent {
  if (event === "machine_silent") return "missing";
  if (event === "machine_heard") return "reporting";
  if (event === "noted") throw new Error("A note is saved as it is sent.");
  // The alerts still failing decide: see `describeSummary`.
  if (event === "summary") return "reporting";
  if (!kind) return event ?? "test";
  return cause === "overran" && (kind === "missing" || kind === "errored") ? "overran" : kind;
}
