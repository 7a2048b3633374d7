import { z } from "zod";
import { UUID } from "@/lib/rules/uuid";
import type { ButtonClick, Reply } from "./button-click";
import { clampWait, parseJson, retryAfterMs } from "./interpret";
import { bearer, jsonRequest, type Outgoing, type ReceiverResponse } from "./kind";
import { API, buildStatus, buttonActions, escapeMarkup, isSlackHost, STATUS } from "./slack";

// What people press below the messages of an app. Sources: docs.slack.dev/apis/events-api/using-socket-mode,
// docs.slack.dev/reference/interaction-payloads/block_actions-payload.

const block = z.looseObject({ type: z.string(), block_id: z.string().optional() });

const message = z.object({
  ts: z.string(),
  team: z.string().optional(),
  text: z.string(),
  attachments: z.array(z.object({ color: z.string().optional(), blocks: z.array(block) })),
});

const blockActions = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id: z.string().regex(/^\w{1,40}$/), name: z.string().optional() }),
  channel: z.object({ id: z.string() }),
  message,
  actions: z
    .array(z.object({ action_id: z.string(), action_ts: z.string().max(40), value: z.string().optional() }))
    .min(1),
});

/** A click with who clicked, and the message that it belongs to. */
export type SlackClick = ButtonClick & { userId: string; channel: string; message: z.output<typeof message> };

/** What came through the socket. `id`: of the envelope, which has to be acknowledged. */
export type Envelope = { id: string | null; isOver: boolean; press: SlackClick | null };

/** Reads a message of the socket. */
export function readEnvelope(text: string): Envelope {
  const json = parseJson({ status: 200, headers: {}, text });
  const id = typeof json?.envelope_id === "string" ? json.envelope_id : null;
  return {
    id,
    isOver: json?.type === "disconnect",
    press: json?.type === "interactive" ? readClick(json.payload) : null,
  };
}

function readClick(payload: unknown): SlackClick | null {
  const result = blockActions.safeParse(payload);
  const [action] = result.data?.actions ?? [];
  if (!result.success || !action) return null;
  const response = buttonActions.find((each) => each === action.action_id);
  const { user, channel } = result.data;
  if (!response || !UUID.test(action.value ?? "")) return null;
  return {
    // Slack sends what it takes for lost again, in another envelope.
    id: `${user.id} ${action.action_ts}`,
    incidentId: action.value ?? "",
    answer: response,
    name: user.name ?? "",
    messageRef: result.data.message.ts,
    userId: user.id,
    channel: channel.id,
    message: result.data.message,
  };
}

export const buildOpen = (appToken: string): Outgoing =>
  jsonRequest(`${API}/apps.connections.open`, {}, bearer(appToken));

/** What the response says: the address of a socket, to wait, or that the token is wrong. */
export type Opened = { kind: "socket"; url: string } | { kind: "wait"; ms: number } | { kind: "stop" };

const WRONG =
  /^(invalid_auth|not_authed|account_inactive|token_|not_allowed_token_type|missing_scope|forbidden_team|socket_mode_not_enabled|app_)/;

export function readOpened(response: ReceiverResponse): Opened {
  const json = parseJson(response);
  if (response.status === 429) return { kind: "wait", ms: retryAfterMs(response) };
  if (json?.ok === false && WRONG.test(String(json.error))) return { kind: "stop" };
  // Whatever responds in Slack’s place must not lead us elsewhere.
  const url = typeof json?.url === "string" && URL.canParse(json.url) ? new URL(json.url) : null;
  const isSafe = url?.protocol === "wss:" && !url.port && !url.username && isSlackHost(url.hostname);
  return url && isSafe ? { kind: "socket", url: url.href } : { kind: "wait", ms: clampWait(5_000) };
}

export const buildWho = (token: string, userId: string): Outgoing => ({
  method: "GET",
  url: `${API}/users.info?user=${userId}`,
  headers: bearer(token),
  body: "",
});

const userInfo = z.object({
  user: z.object({
    team_id: z.string().optional(),
    deleted: z.boolean().optional(),
    is_bot: z.boolean().optional(),
    is_email_confirmed: z.boolean().optional(),
    profile: z.object({
      email: z.string().optional(),
      display_name: z.string().optional(),
      real_name: z.string().optional(),
    }),
  }),
});

/**
 * Who clicked: the name that Slack shows, and the address. No address of someone whom another workspace vouches for (in a shared channel), and
 * none that is not confirmed.
 */
export function readWho(
  response: ReceiverResponse | null,
  click: SlackClick,
): { name: string; email: string | null } {
  const result = userInfo.safeParse(response && parseJson(response));
  if (!result.success) return { name: click.name, email: null };
  const { profile, team_id, deleted, is_bot, is_email_confirmed } = result.data.user;
  const isOwn = team_id !== undefined && team_id === click.message.team;
  const isTrusted = isOwn && !deleted && !is_bot && is_email_confirmed === true;
  return {
    name: profile.display_name || profile.real_name || click.name,
    email: isTrusted ? (profile.email ?? null) : null,
  };
}

/** Says below the message what became of it, to everyone; or to who clicked alone, if nothing did. */
export function buildReply(
  token: string,
  { channel, userId, message: { ts, text, attachments } }: SlackClick,
  reply: Reply,
): Outgoing {
  if (reply.isPrivate)
    return jsonRequest(
      `${API}/chat.postEphemeral`,
      { channel, user: userId, text: escapeMarkup(reply.text), blocks: [buildStatus(reply.text)] },
      bearer(token),
    );
  const [{ color, blocks } = { color: undefined, blocks: [] }] = attachments;
  const rest = blocks.filter(
    ({ type, block_id }) => block_id !== STATUS && (reply.isOpen || type !== "actions"),
  );
  return jsonRequest(
    `${API}/chat.update`,
    { channel, ts, text, attachments: [{ color, blocks: [...rest, buildStatus(reply.text)] }] },
    bearer(token),
  );
}
