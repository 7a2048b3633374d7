import { setTimeout as sleep } from "node:timers/promises";
import type { Provider } from "@/lib/mail/mail";
import { notifyAll } from "./send";

/** How many notices wait here. Those beyond are rung for again while they are owed. */
const MOST_WAITING = 5_000;

/**
 * Where notices wait to be handed over: at once when nothing is under way, and else together with the others that came
 * meanwhile. What waits is only remembered here; whoever asked asks again, and asking twice is asking once.
 */
export function openLine(provider: Provider, onFault: (fault: unknown) => void) {
  const waiting = new Set<string>();
  let working: Promise<void> | undefined;
  let isClosed = false;

  async function work() {
    while (waiting.size > 0 && !isClosed) {
      const ids = [...waiting].slice(0, provider.mostAtOnce);
      for (const id of ids) waiting.delete(id);
      const waitMs = await notifyAll(ids, provider).catch((fault) => {
        onFault(fault);
        return 0;
      });
      if (waitMs > 0) await sleep(waitMs);
    }
    working = undefined;
  }

  return {
    add(id: string): void {
      if (isClosed || waiting.size >= MOST_WAITING) return;
      waiting.add(id);
      working ??= work();
    },

    /** Forgets what waits, and resolves when what is under way has ended. */
    async close(): Promise<void> {
      isClosed = true;
      waiting.clear();
      await working;
    },
  };
}
