import { findKind } from "@/lib/channel-kinds/find";
import { decryptSettings } from "@/lib/channels/stored-settings";
import { query } from "@/lib/platform/db";

/** A channel of a bot. */
export type BotChannel = { id: string; caseId: string; kind: string; settings: Record<string, string> };

/** All channels that post with one credential, of any case. `id` says nothing about it. */
export type Bot = { id: string; kind: string; channels: BotChannel[] };

type Row = { id: string; caseId: string; kind: string; url: string; settings: string; budget: string };

/** The bots whose messages have buttons. */
export async function listBots(): Promise<Bot[]> {
  const rows = await query<Row>(
    `SELECT id, case_id AS "caseId", kind, url, settings, budget FROM channels
     WHERE has_buttons AND disabled_at IS NULL AND settings IS NOT NULL AND budget IS NOT NULL ORDER BY id`,
  );
  const bots = new Map<string, Bot>();
  for (const { id, caseId, kind, budget, ...stored } of rows) {
    const settings = decryptSettings(stored);
    // An earlier version may have saved settings without those that it does not know.
    if (!findKind(kind).hasButtons?.(settings)) continue;
    const bot = bots.get(budget) ?? { id: budget, kind, channels: [] };
    bot.channels.push({ id, caseId, kind, settings });
    bots.set(budget, bot);
  }
  return [...bots.values()];
}
