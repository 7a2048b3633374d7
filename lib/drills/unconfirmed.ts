import { DAY_MS } from "@/lib/rules/durations";
import type { DrillRecipient, FoundDrill } from "./find";

/** How long people have to confirm. Later confirmations count, too. */
export const CONFIRM_MS = DAY_MS;

/** Whether the time to confirm is over. */
export const isOver = (startedAt: Date, now: Date) => now.getTime() - startedAt.getTime() >= CONFIRM_MS;

/** The messages of a fire drill that no one has confirmed, once the time for it is over. Empty before. */
export const unconfirmed = (
  { startedAt, messages }: Pick<FoundDrill, "startedAt" | "messages">,
  now: Date,
): DrillRecipient[] => (isOver(startedAt, now) ? messages.filter(({ confirmedAt }) => !confirmedAt) : []);
