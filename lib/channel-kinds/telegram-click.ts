import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { SECOND_MS } from "@/lib/rules/durations";
import { UUID } from "@/lib/rules/uuid";
import type { ButtonClick, Reply } from "./button-click";
import { clampWait, parseJson } from "./interpret";
import { jsonRequest, type Outgoing, type ReceiverResponse } from "./kind";
import { acknowledgedKeyboard, HOST } from "./telegram";

// What people press below the messages of a bot. Source: core.telegram.org/bots/api#getupdates, #callbackquery.

/** A click with the chat and the message that it belongs to. */
export type TelegramClick = ButtonClick & { chat: { id: string; username: string } };

/** How long Telegram waits for a click before it responds. */
export const POLL_SECONDS = 25;

const callbackQuery = z.object({
  id: z.string().min(1).max(100),
  from: z.object({ first_name: z.string(), last_name: z.string().optional() }),
  // An old message has neither text nor keyboard here, but this.
  message: z.object({
    message_id: z.int(),
    chat: z.object({ id: z.int(), username: z.string().optional() }),
  }),
  data: z.string().max(64),
});

const updates = z.object({
  result: z.array(z.looseObject({ update_id: z.int(), callback_query: z.unknown().optional() })),
});

const ACTIONS: Record<string, ButtonClick["answer"]> = { a: "acknowledge", s: "snooze_hour" };

/** What a response to `getUpdates` means. `press` is null for what is not ours. `stop`: another program fetches them, or the token is wrong. */
export type Polled =
  | { kind: "updates"; updates: { id: number; press: TelegramClick | null }[] }
  | { kind: "stop" }
  | { kind: "wait"; ms: number };

const FAILURE_WAIT_MS = 5 * SECOND_MS;

export function readPolled(response: ReceiverResponse): Polled {
  const { status } = response;
  if (status === 409 || status === 401 || status === 404) return { kind: "stop" };
  const json = parseJson(response);
  const { retry_after } = (json?.parameters ?? {}) as { retry_after?: number };
  if (status === 429) return { kind: "wait", ms: clampWait(Number(retry_after) * SECOND_MS) };
  const result = updates.safeParse(json);
  if (status !== 200 || !result.success) return { kind: "wait", ms: FAILURE_WAIT_MS };
  return {
    kind: "updates",
    updates: result.data.result.map(({ update_id: id, callback_query }) => ({
      id,
      press: readClick(callback_query),
    })),
  };
}

function readClick(query: unknown): TelegramClick | null {
  const result = callbackQuery.safeParse(query);
  if (!result.success) return null;
  const { id, from, message, data } = result.data;
  const [response, incidentId] = [ACTIONS[data.slice(0, 1)], data.slice(1)];
  if (!response || !UUID.test(incidentId)) return null;
  const { id: chatId, username = "" } = message.chat;
  return {
    id,
    incidentId,
    answer: response,
    name: [from.first_name, from.last_name].filter(Boolean).join(" "),
    chat: { id: String(chatId), username },
    messageRef: String(message.message_id),
  };
}

/** Whether the press is in the chat of a channel: its number, or @ and its name. */
export const isInChat = ({ chat }: TelegramClick, chatId: string): boolean =>
  chatId === chat.id || (chat.username !== "" && chatId.toLowerCase() === `@${chat.username.toLowerCase()}`);

const call = (token: string, method: string, body: object): Outgoing =>
  jsonRequest(`https://${HOST}/bot${token}/${method}`, body);

/** Fetches clicks from `offset` on; Telegram then drops earlier ones. */
export const buildPoll = (token: string, offset: number | null): Outgoing =>
  call(token, "getUpdates", {
    timeout: POLL_SECONDS,
    allowed_updates: ["callback_query"],
    ...(offset !== null && { offset }),
  });

const MAX_TOAST = 200;

/**
 * Tells the person who clicked what became of it, and unless that is private, everyone below the message. `isOpen`: whether it still has buttons.
 */
export function buildReplies(
  token: string,
  { id, chat, messageRef, incidentId }: TelegramClick,
  { text, isOpen, isPrivate }: Reply,
): Outgoing[] {
  const toast = call(token, "answerCallbackQuery", { callback_query_id: id, text: cut(text, MAX_TOAST) });
  const message = { chat_id: Number(chat.id), message_id: Number(messageRef) };
  const reply_markup = acknowledgedKeyboard(text, isOpen ? incidentId : null);
  return isPrivate ? [toast] : [toast, call(token, "editMessageReplyMarkup", { ...message, reply_markup })];
}
