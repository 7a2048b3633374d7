import { remember } from "@epic-web/remember";
import { env } from "@/lib/platform/env";
import { openOutageLog } from "@/lib/platform/log-outage";
import { resilientPool } from "@/lib/platform/pool";
import { CHANNEL } from "./publish";

const RECONNECT_MS = 2_000;

const outage = openOutageLog({
  failing: "open pages receive no changes for now",
  working: "open pages receive changes again",
});

type Listener = () => void;

// Next.js loads this module once for each kind of route, and all of them share one connection.
const state = remember("tattle.live", () => ({
  listeners: new Map<string, Set<Listener>>(),
  isListening: false,
}));

/** Calls the listener after each published change of this case. Returns a function that ends the subscription. */
export function subscribeToCase(caseId: string, listener: Listener): () => void {
  const { listeners } = state;
  const ofCase = listeners.get(caseId) ?? new Set();
  listeners.set(caseId, ofCase.add(listener));
  listen();
  return () => {
    ofCase.delete(listener);
    if (ofCase.size === 0 && listeners.get(caseId) === ofCase) listeners.delete(caseId);
  };
}

/**
 * Opens the connection of this process, unless it is open. A lost connection is replaced, and every listener is called
 * once, because changes may have been missed.
 */
function listen(): void {
  if (state.isListening) return;
  state.isListening = true;
  const client = new resilientPool.Client({ ...resilientPool, connectionString: env.DATABASE_URL });
  const reconnect = () =>
    setTimeout(() => {
      state.isListening = false;
      if (state.listeners.size > 0) listen();
      for (const ofCase of state.listeners.values()) for (const listener of ofCase) listener();
    }, RECONNECT_MS).unref();
  client.on("notification", ({ payload = "" }) => {
    for (const listener of state.listeners.get(payload) ?? []) listener();
  });
  client.connect().then(
    () => {
      outage.worked();
      client.once("end", reconnect);
      client.query(`LISTEN ${CHANNEL}`).catch(() => client.end());
    },
    (error: Error) => {
      outage.failed({ error: error.message });
      reconnect();
    },
  );
}
