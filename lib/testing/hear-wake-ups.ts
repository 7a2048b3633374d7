import { afterAll, beforeAll, expect, vi } from "vitest";
import { CHANNEL } from "@/lib/outbox/wake-timers";
import { type Listening, listenOn } from "@/lib/platform/listen";

/** The names of the timers that workers are woken for, from the first test of the file on. The list grows. */
export function hearWakeUps(): string[] {
  const heard: string[] = [];
  let listening: Listening;
  beforeAll(async () => {
    listening = listenOn({
      channel: CHANNEL,
      onMessage: (name) => heard.push(name),
      onGap: () => {},
      log: { failing: "lost", working: "found" },
    });
    await vi.waitFor(() => expect(listening.isListening()).toBe(true), 5_000);
  });
  afterAll(() => listening.close());
  return heard;
}
