import type { BotChannel } from "./bots";

/** The right to fetch from one bot, while this worker has it. */
export type Session = {
  /** The current ones: people change them meanwhile. */
  channels: BotChannel[];
  signal: AbortSignal;
  /** Does something that a stopping worker waits for. */
  act: (work: () => Promise<void>) => Promise<void>;
};
