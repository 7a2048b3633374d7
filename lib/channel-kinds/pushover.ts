import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { SECOND_MS } from "@/lib/rules/durations";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { buildDetails } from "./details";
import { clampWait, interpretWith } from "./interpret";
import type { ChannelKind, Outgoing } from "./kind";
import { matching, oneOf } from "./settings";

const API = "https://api.pushover.net/1";
const MAX_TITLE = 250;
const MAX_MESSAGE = 1_024;
const EMERGENCY = "2";
// Pushover repeats an emergency every minute until it is acknowledged, and gives up after three hours, its maximum.
const RETRY_SECONDS = 60;
const EXPIRE_SECONDS = 10_800;

const settings = z.object({
  token: matching(/^[A-Za-z0-9]{30}$/, "must be the 30 letters and digits of an API token", {
    title: "API token",
    description: "In Pushover: Your Applications, Create an Application.",
    example: "azGDORePK8gMaC0QOYAMyEEuzJnyUi",
  }),
  user: matching(/^[A-Za-z0-9]{30}$/, "must be the 30 letters and digits of a user key or group key", {
    title: "User key",
    description: "At the top of pushover.net when you are signed in, or the key of a delivery group.",
    example: "uQiRzpo4DXghDmr9QzzfQu27cmVRsG",
  }),
  priority: oneOf(["1", EMERGENCY, "0", "-1"], {
    title: "Priority of critical alerts",
    description: "-1: no sound. 0: normal. 1: bypasses quiet hours. 2: repeats until acknowledged.",
    example: "1",
  }),
});

type Settings = z.output<typeof settings>;

const formRequest = (path: string, fields: Record<string, string>): Outgoing => ({
  method: "POST",
  url: `${API}/${path}`,
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

/** Anything not critical has at most normal priority. A drill is as loud as a critical alert, but isn't repeated. */
function choosePriority(notification: Notification, { priority }: Settings): string {
  if (notification.event === "drill") return priority === EMERGENCY ? "1" : priority;
  if (!isFailing(notification) || notification.severity !== "critical")
    return priority === "-1" ? priority : "0";
  return priority;
}

const buildTag = (incidentId: string) => `tattle-${incidentId}`;

const fits = (text: string) => text.length <= MAX_MESSAGE;

function buildMessage(notification: Notification, config: Settings): Outgoing {
  const title = buildTitle(notification);
  const link = listLinks(notification)[0];
  const priority = choosePriority(notification, config);
  return formRequest("messages.json", {
    token: config.token,
    user: config.user,
    title: cut(title, MAX_TITLE),
    message: cut(buildDetails(notification, fits) || title, MAX_MESSAGE),
    timestamp: String(Math.floor(Date.parse(notification.at) / SECOND_MS)),
    priority,
    ...(priority === EMERGENCY && { retry: String(RETRY_SECONDS), expire: String(EXPIRE_SECONDS) }),
    ...(priority === EMERGENCY && notification.incident && { tags: buildTag(notification.incident.id) }),
    ...(link && { url: link.url, url_title: link.label }),
  });
}

/**
 * Pushover. An emergency, which repeats itself, is found again by its tag: it stops when the incident is acknowledged or
 * ends. Texts are plain, because `html` is not set. Sources: pushover.net/api, pushover.net/api/receipts#cancel_by_tag.
 */
export const pushover: ChannelKind<Settings> = {
  kind: "pushover",
  label: "Pushover",
  color: "#1f6fb5",
  group: "push",
  needs: "Enter an application token, and your user key",
  settings,
  secrets: ["token", "user"],
  hosts: ["api.pushover.net"],
  stateful: false,
  buildRequests(notification, config) {
    const isOver = isEnd(notification) || notification.event === "acknowledged";
    const cancel =
      isOver && notification.incident && config.priority === EMERGENCY
        ? [
            formRequest(`receipts/cancel_by_tag/${buildTag(notification.incident.id)}.json`, {
              token: config.token,
            }),
          ]
        : [];
    return notification.event === "acknowledged" ? cancel : [...cancel, buildMessage(notification, config)];
  },
  interpret(response, { url }) {
    // The limit of a month: `X-Limit-App-Reset` is when it ends, in seconds of Unix time.
    const resetAt = Number(response.headers["x-limit-app-reset"]);
    if (response.status === 429 && resetAt)
      return { kind: "retry", afterMs: clampWait(resetAt * SECOND_MS - Date.now()) };
    // There may be nothing left to cancel.
    if (response.status === 404 && url.includes("/receipts/")) return { kind: "accepted" };
    return interpretWith(response, [
      {
        status: [400, 401, 403],
        text: /"token":\s*"invalid"|token is invalid/,
        why: "Pushover does not know this API token. Copy it again from your application in Pushover.",
      },
      {
        status: 400,
        text: /"user":\s*"invalid"|user (identifier|key) is (invalid|not a valid)/,
        why: "Pushover does not know this user key, or the user has no device left. Copy the key again, or add a device.",
      },
      { status: [400, 413], switchOff: false, why: "Pushover refused this message." },
    ]);
  },
};
