import { z } from "zod";
import { cutBytes } from "@/lib/rules/cut";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { buildDetails, HEADER_SAFE } from "./details";
import { clampWait, interpretWith, parseJson } from "./interpret";
import { bearer, type ChannelKind, jsonRequest } from "./kind";
import { matching, serverUrl } from "./settings";

// An event has at most 65,536 bytes as JSON, in which one byte of text may take six.
const MAX_TEXT_BYTES = 10_000;

const settings = z.object({
  url: serverUrl({
    title: "Homeserver",
    description:
      "Its address, such as `https://matrix-client.matrix.org`. In Element: Settings, Help & About.",
    example: "https://matrix.example.com",
  }),
  token: matching(HEADER_SAFE, "must be an access token, without spaces", {
    title: "Access token",
    description: "The token of an account that is in the room. In Element: Settings, Help & About, Advanced.",
    example: "syt_dGF0dGxl_ExampleExampleExample_1abcDE",
  }),
  room: matching(/^!\S+$/, "must be the internal room ID, which begins with !", {
    title: "Room",
    description: "The internal room ID. In Element: Room settings, Advanced.",
    example: "!636q39766251:example.com",
  }),
});

/** Later messages about an incident are a thread below the first. Clients without threads show them as replies. */
const inThread = (first: string) => ({
  "m.relates_to": {
    rel_type: "m.thread",
    event_id: first,
    is_falling_back: true,
    "m.in_reply_to": { event_id: first },
  },
});

/**
 * A room of Matrix. The transaction id is the id of the delivery, so that the server drops a repeat. The message has only a
 * plain body, in which nothing is markup, and `m.mentions` says that it mentions no one. It is no `m.notice`: those make no
 * sound. Sources: spec.matrix.org/latest/client-server-api, #put_matrixclientv3roomsroomidsendeventtypetxnid, #threading,
 * #user-and-room-mentions.
 */
export const matrix: ChannelKind<z.output<typeof settings>> = {
  kind: "matrix",
  label: "Matrix",
  color: "#1f2328",
  group: "chat",
  needs: "Enter a room and an access token",
  settings,
  secrets: ["token"],
  hosts: "any",
  stateful: false,
  buildRequests(notification, { url, token, room }, ref) {
    if (notification.event === "acknowledged") return [];
    const links = listLinks(notification).map((link) => `${link.label}: ${link.url}`);
    const text = [buildTitle(notification), buildDetails(notification)]
      .filter(Boolean)
      .join(notification.isPast ? ". " : "\n");
    const content = {
      msgtype: "m.text",
      body: [cutBytes(text, MAX_TEXT_BYTES), ...links].join("\n"),
      "m.mentions": {},
      ...(notification.incident && ref && inThread(ref)),
    };
    const path = `_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${notification.id}`;
    return [jsonRequest(`${url}/${path}`, content, bearer(token), "PUT")];
  },
  interpret(response, { body }) {
    const json = parseJson(response);
    // Before version 1.10 of the specification, the wait is only here.
    if (response.status === 429 && !response.headers["retry-after"] && json?.retry_after_ms)
      return { kind: "retry", afterMs: clampWait(Number(json.retry_after_ms)) };
    const responseOutcome = interpretWith(response, [
      { status: 401, why: "Matrix no longer accepts this access token. Enter a new one." },
      {
        status: 403,
        why: "The account is not allowed to post in this room. Invite it, join the room with it, and allow it to send messages.",
      },
      {
        status: [400, 404],
        text: /M_(UNRECOGNIZED|NOT_FOUND|INVALID_PARAM|INVALID_ROOM_ID)/,
        why: "The server does not know this room, or is not a homeserver. Check the address and the room ID.",
      },
      { status: [400, 413], switchOff: false, why: "Matrix refused this message." },
    ]);
    const isFirst = responseOutcome.kind === "accepted" && !body.includes('"m.relates_to"');
    return isFirst && typeof json?.event_id === "string"
      ? { kind: "accepted", ref: json.event_id }
      : responseOutcome;
  },
};
