import {
  buildPoll,
  buildReplies,
  isInChat,
  POLL_SECONDS,
  readPolled,
  type TelegramClick,
} from "@/lib/channel-kinds/telegram-click";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { SECOND_MS } from "@/lib/rules/durations";
import { applyChatAction } from "./apply-chat-action";
import type { BotChannel } from "./bots";
import { call } from "./call";
import { pause } from "./pause";
import type { Session } from "./session";

/** Longer than Telegram waits, for a slow network. */
const TIMEOUT_MS = (POLL_SECONDS + 10) * SECOND_MS;

const UNREACHED_WAIT_MS = 5 * SECOND_MS;

/**
 * Fetches what people press in Telegram, until the session is over. A click is dropped there only with the next fetch, so that one whose
 * worker dies is fetched again. Returns `rest` if another program fetches from this bot, too: each would take clicks from the other.
 */
export async function pollTelegram(session: Session): Promise<"rest" | "over"> {
  const token = session.channels[0]?.settings.bot_token ?? "";
  let offset: number | null = null;
  while (!session.signal.aborted) {
    const response = await call(buildPoll(token, offset), TIMEOUT_MS);
    if (session.signal.aborted) break;
    const polled = response ? readPolled(response) : { kind: "wait" as const, ms: UNREACHED_WAIT_MS };
    if (polled.kind === "stop") return "rest";
    if (polled.kind === "wait") await pause(polled.ms, session.signal);
    else
      for (const { id, press: click } of polled.updates) {
        if (click) await session.act(() => handleClick(session.channels, token, click));
        offset = id + 1;
      }
  }
  return "over";
}

/** Several channels may be in one chat: those of its topics, and those of other cases. */
async function handleClick(channels: BotChannel[], token: string, click: TelegramClick): Promise<void> {
  for (const { id, caseId } of channels.filter(({ settings }) => isInChat(click, settings.chat_id ?? ""))) {
    const reply = await actOnce({ id, caseId }, click);
    if (!reply) continue;
    for (const request of buildReplies(token, click, reply)) await call(request);
    return;
  }
}

/** A click that cannot be handled because of a bug must not keep others from being fetched. */
const actOnce = (channel: { id: string; caseId: string }, click: TelegramClick) =>
  applyChatAction({ ...channel, via: "telegram", service: "Telegram" }, click, new Date()).catch((err) => {
    if (isConnectionError(err)) throw err;
    log.error({ err, channel: channel.id }, "a button clicked in Telegram had no effect");
    return null;
  });
