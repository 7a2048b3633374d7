import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { WebSocket } from "undici";
import type { Role } from "@/lib/cases/roles";
import {
  buildOpen,
  buildReply,
  buildWho,
  type Envelope,
  readEnvelope,
  readOpened,
  readWho,
  type SlackClick,
} from "@/lib/channel-kinds/slack-click";
import { dispatcherFor } from "@/lib/delivery/connections";
import { query } from "@/lib/platform/db";
import { isConnectionError } from "@/lib/platform/db-errors";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { SECOND_MS } from "@/lib/rules/durations";
import { applyChatAction, type ClickingMember } from "./apply-chat-action";
import type { BotChannel } from "./bots";
import { call } from "./call";
import { deleteClick, findClick, storeClick } from "./clicks";
import { pause } from "./pause";
import type { Session } from "./session";

const WAIT_MS = 5 * SECOND_MS;

/** Slack pings every few seconds: a connection without any is dead. */
const MAX_QUIET_MS = 60 * SECOND_MS;

const PING = "undici:websocket:ping";

/** Holds the socket of an app of Slack until the session is over. Returns `rest` if its token is wrong. */
export async function holdSocket(session: Session): Promise<"rest" | "over"> {
  while (!session.signal.aborted) {
    const response = await call(buildOpen(session.channels[0]?.settings.app_token ?? ""));
    const opened = response ? readOpened(response) : { kind: "wait" as const, ms: WAIT_MS };
    if (opened.kind === "stop") return "rest";
    // If a connection ends at once, the next one waits, too.
    const isHealthy = opened.kind === "socket" && (await serve(session, opened.url));
    if (!isHealthy && !session.signal.aborted)
      await pause(opened.kind === "wait" ? opened.ms : WAIT_MS, session.signal);
  }
  return "over";
}

/** Takes what comes through one connection until it ends, and first what an earlier one left. Returns whether it ever worked. */
function serve(session: Session, url: string): Promise<boolean> {
  const allowPrivate = env.ALLOW_PRIVATE_TARGETS;
  const socket = new WebSocket(url, {
    dispatcher: dispatcherFor({ allowPrivate, isInternal: false, isKept: false }),
  });
  return new Promise((resolve, reject) => {
    let isHealthy = false;
    let watchdog: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(watchdog);
      unsubscribe(PING, onPing);
      session.signal.removeEventListener("abort", end);
      socket.close();
      resolve(isHealthy);
    };
    const fail = (error: unknown) => {
      reject(error);
      end();
    };
    let acknowledged = Promise.resolve();
    const response = () => {
      acknowledged = acknowledged.then(() => session.act(() => handleStored(session)));
      acknowledged.catch(fail);
    };
    let taken = Promise.resolve();
    const take = async ({ id, isOver, press: click }: Envelope) => {
      const [channel] = click ? listInChat(session.channels, click) : [];
      if (click && channel) await storeClick(channel.id, click);
      // Within three seconds, so before anything is done.
      if (id !== null) socket.send(JSON.stringify({ envelope_id: id }));
      if (channel) response();
      if (isOver) end();
    };
    const isAlive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(end, MAX_QUIET_MS);
    };
    const onPing = (event: unknown) => {
      if ((event as { websocket?: unknown }).websocket === socket) isAlive();
    };
    isAlive();
    response();
    subscribe(PING, onPing);
    session.signal.addEventListener("abort", end);
    socket.addEventListener("close", end);
    socket.addEventListener("error", end);
    socket.addEventListener("message", ({ data }) => {
      if (session.signal.aborted) return;
      isAlive();
      isHealthy = true;
      taken = taken.then(() => take(readEnvelope(String(data))));
      taken.catch(fail);
    });
  });
}

const listInChat = (channels: BotChannel[], click: SlackClick) =>
  channels.filter(({ settings }) => settings.channel === click.channel);

/** Handles the clicks that are stored, one after another. What the database keeps from being handled stays stored. */
async function handleStored(session: Session): Promise<void> {
  while (!session.signal.aborted) {
    const channelIds = session.channels.map(({ id }) => id);
    const click = await findClick(channelIds);
    if (!click) return;
    await handleClick(session.channels, click).catch((err) => {
      if (isConnectionError(err)) throw err;
      log.error({ err }, "a button clicked in Slack had no effect");
    });
    await deleteClick(channelIds, click.id);
  }
}

/** All channels of an app have its token. */
async function handleClick(channels: BotChannel[], click: SlackClick): Promise<void> {
  const inChat = listInChat(channels, click);
  const token = inChat[0]?.settings.bot_token;
  if (token === undefined) return;
  const who = readWho(await call(buildWho(token, click.userId)), click);
  for (const { id, caseId } of inChat) {
    const member = who.email === null ? null : await findMember(caseId, who.email);
    const chat = { id, caseId, via: "slack", service: "Slack" } as const;
    const reply = await applyChatAction(chat, { ...click, name: who.name }, new Date(), member);
    if (!reply) continue;
    await call(buildReply(token, click, reply));
    return;
  }
}

const findMember = async (caseId: string, email: string): Promise<ClickingMember | null> =>
  (
    await query<{ id: string; email: string; role: Role }>(
      `SELECT u.id, u.email, m.role::text AS role FROM members m JOIN users u ON u.id = m.user_id
       WHERE m.case_id = $1 AND u.email = lower($2)`,
      [caseId, email],
    )
  )[0] ?? null;
