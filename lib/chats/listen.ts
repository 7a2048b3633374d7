import { log } from "@/lib/platform/log";
import { openOutageLog } from "@/lib/platform/log-outage";
import { SECOND_MS } from "@/lib/rules/durations";
import { RARE_LOOK_MS } from "@/lib/rules/notifications/sleep";
import { type Bot, listBots } from "./bots";
import { newHolder, releaseLease, restLease, takeLeases } from "./leases";
import { pause } from "./pause";
import type { Session } from "./session";
import { holdSocket } from "./slack";
import { pollTelegram } from "./telegram";

const LOOK_MS = 5 * SECOND_MS;

/** Without a bot there is no lease to renew, and a channel that gets buttons wakes the workers. */
const LOOK_WITHOUT_BOT_MS = RARE_LOOK_MS;

/** Much shorter than a lease, so that nothing is fetched without one. */
const MAX_UNRENEWED_MS = 15 * SECOND_MS;

/** Each is a connection. */
const MAX_BOTS = 1_000;

/** Fetches until the session is over. `rest`: no one shall, for some minutes. */
const FETCHERS: Record<string, (session: Session) => Promise<"rest" | "over">> = {
  telegram: pollTelegram,
  slack: holdSocket,
};

type Held = { session: Session; controller: AbortController };

type Listening = {
  /** Looks at once for bots. */
  wake: () => void;
  /** Resolves when what was clicked is handled. */
  stop: () => Promise<void>;
};

/** Fetches what people press in chats, from each bot in one worker: two would take it from each other. */
export function listenToChats(lookMs = LOOK_MS): Listening {
  const holder = newHolder();
  const held = new Map<string, Held>();
  const acting = new Set<Promise<void>>();
  const stopping = new AbortController();
  const outage = openOutageLog({
    failing: "chat buttons do not work: the database is unavailable",
    working: "chat buttons work again",
  });
  let waking = new AbortController();
  let renewedAt = performance.now();

  function end(id: string): void {
    held.get(id)?.controller.abort();
    held.delete(id);
  }

  function begin({ id, kind, channels }: Bot): void {
    const controller = new AbortController();
    const act: Session["act"] = async (work) => {
      const run = work();
      acting.add(run);
      await run.finally(() => acting.delete(run));
    };
    const session: Session = { channels, signal: controller.signal, act };
    const mine = { session, controller };
    held.set(id, mine);
    void FETCHERS[kind]?.(session)
      .then(async (ended) => {
        if (ended !== "rest") return;
        log.warn(
          { channels: session.channels.map((channel) => channel.id) },
          "the buttons of a bot do not work: another program is receiving its updates, or its token is invalid",
        );
        await restLease(holder, id);
      })
      .catch((error) => outage.failed({ err: error }))
      .finally(() => {
        controller.abort();
        if (held.get(id) === mine) held.delete(id);
      });
  }

  /** Returns after how many milliseconds to look again. */
  async function look(): Promise<number> {
    const bots = (await listBots()).filter(({ kind }) => kind in FETCHERS).slice(0, MAX_BOTS);
    const byId = new Map(bots.map((bot) => [bot.id, bot]));
    for (const id of [...held.keys()].filter((each) => !byId.has(each))) {
      end(id);
      await releaseLease(holder, id);
    }
    const leased = await takeLeases(holder, [...byId.keys()]);
    renewedAt = performance.now();
    for (const bot of bots) {
      const current = held.get(bot.id);
      if (!leased.has(bot.id)) end(bot.id);
      else if (current) current.session.channels = bot.channels;
      else begin(bot);
    }
    outage.worked();
    return bots.length > 0 ? lookMs : LOOK_WITHOUT_BOT_MS;
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      const waitMs = await look().catch((err) => {
        outage.failed({ err });
        if (performance.now() - renewedAt > MAX_UNRENEWED_MS) for (const id of held.keys()) end(id);
        return lookMs;
      });
      await pause(waitMs, AbortSignal.any([stopping.signal, waking.signal]));
    }
  })();

  const stop = async () => {
    stopping.abort();
    await running;
    const ids = [...held.keys()];
    for (const id of ids) end(id);
    await Promise.allSettled(acting);
    await Promise.allSettled(ids.map((id) => releaseLease(holder, id)));
  };
  return { wake: () => waking.abort(), stop };
}
