import { afterAll, beforeAll, expect } from "vitest";
import { CHANNEL } from "@/lib/outbox/wake-timers";
import { type Listening, listenOn } from "@/lib/platform/listen";
import { eventually } from "@/testing/eventually";

/** The names of the timers that workers are woken for, from the first test of the file on. The list grows. */
export function hearWakeUps(): string[] {
  const received: string[] = [];
  let listening: Listening;
  beforeAll(async () => {
    listening = listenOn({
      channel: CHANNEL,
      onMessage: (name) => received.push(name),
      onGap: () => {},
      log: { failing: "lost", working: "found" },
    });
    await eventually(() => expect(listening.isListening()).toBe(true));
  });
  afterAll(() => listening.close());
  return received;
}
