import { remember } from "@epic-web/remember";
import { type Listening, listenOn } from "./listen";
import { CHANNEL } from "./publish-change";

type Listener = () => void;

// Next.js loads this module once for each kind of route, and all of them share one connection.
const state = remember("tattle.live", () => ({
  listeners: new Map<string, Set<Listener>>(),
  listening: null as Listening | null,
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

/** Opens the connection of this process, unless it is open. After a gap every listener is called. */
function listen(): void {
  state.listening ??= listenOn({
    channel: CHANNEL,
    onMessage: (caseId) => {
      for (const listener of state.listeners.get(caseId) ?? []) listener();
    },
    onGap: () => {
      for (const ofCase of state.listeners.values()) for (const listener of ofCase) listener();
    },
    log: {
      failing: "open pages receive no changes for now",
      working: "open pages receive changes again",
    },
  });
}
