import type { ServerResponse } from "node:http";
import { aReceiver } from "./receiver";

export const BOT_TOKEN = "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc";
export const CHAT = -1001234567890;

type Call = { method: string; body: Record<string, unknown> };
type Pressed = { chatId?: number; from?: object; messageId?: number; id?: string; more?: object };

/** A Telegram with one bot: it keeps what people press until a later fetch says that it was seen, and ends the older of two fetches at once. */
export async function aTelegram(tls: { key: string; cert: string }) {
  const calls: Call[] = [];
  const updates: { update_id: number; callback_query: object }[] = [];
  const state = { conflicts: 0, hangsOn: "" };
  let waiting: ServerResponse | null = null;
  let updateId = 100;

  const say = (response: ServerResponse, result: unknown, status = 200) =>
    response
      .writeHead(status, { "Content-Type": "application/json" })
      .end(JSON.stringify({ ok: status === 200, result }));
  function flush() {
    if (!waiting || updates.length === 0) return;
    say(waiting, updates.slice(0, 100));
    waiting = null;
  }
  function fetch(response: ServerResponse, offset: number) {
    if (waiting) {
      state.conflicts += 1;
      say(waiting, null, 409);
    }
    while ((updates[0]?.update_id ?? offset) < offset) updates.shift();
    waiting = response;
    response.once("close", () => {
      if (waiting === response) waiting = null;
    });
    flush();
  }
  const receiver = await aReceiver((response, { path, body: text }) => {
    const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
    const body = JSON.parse(text);
    calls.push({ method, body });
    if (token !== BOT_TOKEN) return void say(response, null, 401);
    if (method === "getUpdates") return fetch(response, body.offset ?? 0);
    if (method === state.hangsOn) return;
    say(response, method === "sendMessage" ? { message_id: 365 } : true);
  }, tls);

  return {
    ...receiver,
    calls,
    updates,
    state,
    /** Someone presses a button. */
    press(
      data: string,
      {
        chatId = CHAT,
        from = { first_name: "Ann", last_name: "Lee" },
        messageId = 365,
        id,
        more = {},
      }: Pressed = {},
    ) {
      updateId += 1;
      const chat = { id: chatId, type: "supergroup" };
      const message = { message_id: messageId, chat, date: 1_700_000_000 };
      updates.push({
        update_id: updateId,
        callback_query: {
          id: id ?? `query-${updateId}`,
          from: { id: 7, ...from },
          message,
          chat_instance: "1",
          data,
          ...more,
        },
      });
      flush();
    },
    of: (method: string) => calls.filter((call) => call.method === method).map(({ body }) => body),
  };
}
