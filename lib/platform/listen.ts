import { env } from "./env";
import { openOutageLog } from "./log-outage";
import { resilientPool } from "./pool";

const RECONNECT_MS = 2_000;
/** After this time without traffic the system asks whether the server still exists. */
const KEEP_ALIVE_MS = 10_000;

type Options = {
  channel: string;
  /** Called with the payload of each NOTIFY. */
  onMessage: (payload: string) => void;
  /** Called when a lost connection is replaced: messages may have been missed. */
  onGap: () => void;
  /** What is logged when the connection is lost, and when there is one again. */
  log: { failing: string; working: string };
};

export type Listening = ReturnType<typeof listenOn>;

/** Listens on a channel of Postgres with a connection of its own, which is replaced whenever it is lost. */
export function listenOn({ channel, onMessage, onGap, log }: Options) {
  const outage = openOutageLog(log);
  let client: InstanceType<typeof resilientPool.Client> | null = null;
  let isListening = false;
  let hadGap = false;
  let isClosed = false;

  const lose = () => {
    isListening = false;
    client = null;
    if (isClosed) return;
    hadGap = true;
    setTimeout(connect, RECONNECT_MS).unref();
  };
  async function connect(): Promise<void> {
    if (isClosed) return;
    const opened = new resilientPool.Client({
      ...resilientPool,
      connectionString: env.DATABASE_URL,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    client = opened;
    opened.on("notification", ({ payload = "" }) => onMessage(payload));
    try {
      await opened.connect();
    } catch (error) {
      outage.failed({ error: (error as Error).message });
      return lose();
    }
    outage.worked();
    opened.once("end", lose);
    opened.query(`LISTEN ${channel}`).then(
      () => {
        isListening = true;
        if (hadGap) onGap();
        hadGap = false;
      },
      () => opened.end(),
    );
  }
  void connect();

  return {
    /** Whether every message reaches this process. */
    isListening: () => isListening,
    /** Ends the connection without waiting for the server, which may be away. */
    close(): void {
      isClosed = true;
      isListening = false;
      client?.end().catch(() => {});
    },
  };
}
