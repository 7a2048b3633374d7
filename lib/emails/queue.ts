import { setTimeout as sleep } from "node:timers/promises";
import type { EmailProvider } from "@/lib/mail/mail";
import { sendEmails } from "./send";

/** How many e-mails are queued here. The poller finds the others again. */
const MAX_WAITING = 5_000;

/**
 * Queues e-mails for the provider: one is sent at once if nothing is in progress, otherwise together with the others that
 * are added meanwhile. In memory only. Lost e-mails are found again by the poller; adding an id twice is a no-op.
 */
export function openEmailQueue(provider: EmailProvider, onError: (error: unknown) => void) {
  const waiting = new Set<string>();
  let working: Promise<void> | undefined;
  let isClosed = false;

  async function work() {
    while (waiting.size > 0 && !isClosed) {
      const ids = [...waiting].slice(0, provider.maxAtOnce);
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

    /** Drops what is queued, and resolves when what is in progress has ended. */
    async close(): Promise<void> {
      isClosed = true;
      waiting.clear();
      await working;
    },
  };
}
