import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { chooseSubjectId, isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { buildDetails } from "./details";
import { type ChannelKind, jsonRequest } from "./kind";
import { matching } from "./settings";

const MAX_NAME = 512;
const MAX_MESSAGE = 10_000;
const MAX_USER = 255;

const settings = z.object({
  key: matching(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    "must be the key in the URL, such as 0a1b2c3d-0000-0000-0000-000000000000",
    {
      title: "REST endpoint key",
      description:
        "In Splunk On-Call: Integrations, 3rd party integrations, REST – Generic. The part of the URL after /alert/.",
      example: "0a1b2c3d-0000-0000-0000-000000000000",
    },
  ),
  routing: matching(/^[\w.@ -]{1,100}$/, "must be the name of a routing key", {
    title: "Routing key",
    description: "In Splunk On-Call: Settings, Routing keys.",
    example: "operations",
  }),
});

type Settings = z.output<typeof settings>;
type MessageType = "CRITICAL" | "WARNING" | "INFO" | "ACKNOWLEDGEMENT" | "RECOVERY";

/** `INFO` only stands in the timeline, and whether `WARNING` pages anyone is decided in Splunk On-Call. */
const TYPES = { critical: "CRITICAL", warning: "WARNING", info: "INFO" } as const;

const toUnixSeconds = (iso: string) => Math.floor(Date.parse(iso) / 1_000);

function buildAlert(notification: Notification, message_type: MessageType) {
  const annotations = listLinks(notification).map(({ label, url }) => [`vo_annotate.u.${label}`, url]);
  return {
    message_type,
    // One incident there for each incident here, or for each test and drill.
    entity_id: `tattle-${chooseSubjectId(notification)}`,
    entity_display_name: cut(buildTitle(notification), MAX_NAME),
    state_message: cut(buildDetails(notification) || buildTitle(notification), MAX_MESSAGE),
    state_start_time: toUnixSeconds(notification.since ?? notification.at),
    timestamp: toUnixSeconds(notification.at),
    monitoring_tool: "Tattle",
    ...(notification.acknowledgedBy && { ack_author: cut(notification.acknowledgedBy, MAX_USER) }),
    ...Object.fromEntries(annotations),
  };
}

/**
 * The REST endpoint of Splunk On-Call (VictorOps): one incident there for each incident here, found again by `entity_id`. A
 * test is opened and resolved at once. Source: help.splunk.com, “REST Endpoint integration for Splunk On-Call”.
 */
export const splunkOnCall: ChannelKind<Settings> = {
  kind: "splunk_on_call",
  label: "Splunk On-Call",
  color: "#a8245f",
  group: "on-call",
  needs: "Paste the key of a REST integration",
  settings,
  secrets: ["key"],
  hosts: ["alert.victorops.com"],
  stateful: true,
  buildRequests(notification, { key, routing }) {
    const url = `https://alert.victorops.com/integrations/generic/20131114/alert/${key}/${encodeURIComponent(routing)}`;
    const alert = (type: MessageType) => jsonRequest(url, buildAlert(notification, type));
    if (notification.event === "test") return [alert("CRITICAL"), alert("RECOVERY")];
    if (isFailing(notification) || notification.event === "drill")
      return [alert(TYPES[notification.severity])];
    if (notification.event === "drill_ended") return [alert("RECOVERY")];
    if (!notification.incident) return [];
    if (isEnd(notification)) return [alert("RECOVERY")];
    return notification.event === "acknowledged" ? [alert("ACKNOWLEDGEMENT")] : [];
  },
  interpret: [
    {
      status: [401, 403, 404],
      why: "Splunk On-Call does not know this key. Copy it again from the URL of the REST integration.",
    },
    { status: [400, 413, 422], switchOff: false, why: "Splunk On-Call refused this alert." },
  ],
};
