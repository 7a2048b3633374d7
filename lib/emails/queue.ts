import { setTimeout as sleep } from "node:timers/promises";
import type { EmailProvider } from "@/lib/mail/mail";
import { sendEmails } from "./send";

/** More emails than this are not added. The poller finds them later. */
const MAX_WAITING = 5_000;

/**
 * Queues emails for the provider. If no request is in progress, an email is sent immediately, otherwise in one batch with
 * all others that are added meanwhile. In memory only: the poller finds lost emails again. Adding an id twice is a no-op.
 */
export function openEmailQueue(provider: EmailProvider, onError: (error: unknown) => void) {
  const waiting = new Set<string>();
  let working: Promise<void> | undefined;
  let isClosed = false;

  async function work() {
    while (waiting.size > 0 && !isClosed) {
      const ids = [...waiting].slice(0, provider.maxBatchSize);
      for (const id of ids) waiting.delete(id);
      const waitMs = await sendEmails(ids, provider).catch((error) => {
        onError(error);
        return 0;
      });
      if (waitMs > 0) await sleep(waitMs);
    }
    working = undefined;
  }

  return {
    add(id: string): void {
      if (isClosed || waiting.size >= MAX_WAITING) return;
      waiting.add(id);
      working ??= work();
    },

    /** Empties the queue, and resolves when the request in progress has ended. */
    async close(): Promise<void> {
      isClosed = true;
      waiting.clear();
      await working;
    },
  };
}
