import type { Channel } from "./channel";
import { webhook } from "./webhook";

/** All channels. To add one, write a file like `webhook.ts` with its test, and list it here. */
const CHANNELS: Record<string, Channel> = { webhook };

export function findKind(name: string): Channel {
  const channel = CHANNELS[name];
  if (!channel) throw new Error(`There is no channel “${name}”.`);
  return channel;
}
