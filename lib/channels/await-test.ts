import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { db } from "@/lib/platform/db";
import { outcomeText } from "./outcome-text";

/** Longer than a receiver usually needs, and shorter than proxies wait for one of our responses. */
const MAX_WAIT_MS = 15_000;
const POLL_MS = 200;

const GONE = "The receiver no longer exists, so its channel was removed";

/** What came back from a test, as the API says it. */
export const testResult = z.object({
  id: z.string().meta({
    description: "The id of the delivery.",
    examples: ["019e6730-2000-7b52-9a3f-4a1c2b3d4e5f"],
  }),
  outcome: z.string().meta({
    description:
      "`accepted`, `pending` while it is being retried, `gone` if the channel was removed, or why it was rejected.",
    examples: ["accepted"],
  }),
  text: z.string().meta({ description: "The outcome as text.", examples: ["Accepted (200)"] }),
  status: z
    .int()
    .nullable()
    .meta({ description: "The HTTP status of the response, if there was one.", examples: [200] }),
  response: z.string().meta({ description: "The beginning of the response body." }),
});

/** Waits until a test was attempted once, and returns what came of it. */
export async function awaitTest(id: string): Promise<z.output<typeof testResult>> {
  const until = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const delivery = await db.delivery.findUnique({
      where: { id },
      select: { history: { orderBy: { id: "desc" }, take: 1 } },
    });
    if (!delivery) return { id, outcome: "gone", text: GONE, status: null, response: "" };
    const [attempt] = delivery.history;
    if (attempt) {
      const { outcome, status, response } = attempt;
      return { id, outcome, text: outcomeText(outcome, status), status, response };
    }
    if (Date.now() > until)
      return { id, outcome: "pending", text: "Not attempted yet", status: null, response: "" };
    await sleep(POLL_MS);
  }
}
